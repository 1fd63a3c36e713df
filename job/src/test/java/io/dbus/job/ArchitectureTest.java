package io.dbus.job;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The arrows between the modules: api is seen by sources, operators and sinks, those by nobody (job finds them by
 * ServiceLoader), embedded by tests, the demo, the soak and the fuzz alone. A class's module is the folder that its class file or jar lies in.
 */
class ArchitectureTest {
    private static final String ROOT =
            Path.of("..").toAbsolutePath().normalize().toUri().getPath();
    private static final JavaClasses CLASSES =
            new ClassFileImporter().withImportOption(new MainClasses()).importPackages("io.dbus");

    @ParameterizedTest
    @CsvSource({
        "api, sources",
        "api, operators",
        "api, sinks",
        "api, job",
        "api, embedded",
        "api, fuzz",
        "sources, operators",
        "sources, sinks",
        "sources, job",
        "sources, embedded",
        "sources, fuzz",
        "operators, sources",
        "operators, sinks",
        "operators, job",
        "operators, embedded",
        "operators, fuzz",
        "sinks, sources",
        "sinks, operators",
        "sinks, job",
        "sinks, embedded",
        "sinks, fuzz",
        "job, sources",
        "job, operators",
        "job, sinks",
        "embedded, sources",
        "embedded, operators",
        "embedded, sinks",
        "embedded, job",
        "embedded, fuzz",
        "fuzz, operators",
        "fuzz, sinks",
        "fuzz, job"
    })
    void a_module_does_not_see(String module, String other) {
        noClasses()
                .that(areIn(module))
                .should()
                .dependOnClassesThat(areIn(other))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void of_the_job_only_the_demo_and_the_soak_see_the_embedded_servers() {
        noClasses()
                .that(areIn("job"))
                .and()
                .resideOutsideOfPackages("io.dbus.job.demo..", "io.dbus.job.soak..")
                .should()
                .dependOnClassesThat(areIn("embedded"))
                .check(CLASSES);
    }

    @Test
    void of_the_job_only_its_own_command_sees_the_fuzz() {
        noClasses()
                .that(areIn("job"))
                .and()
                .resideOutsideOfPackage("io.dbus.job.fuzz..")
                .should()
                .dependOnClassesThat(areIn("fuzz"))
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("io.dbus.job.fuzz..")
                .check(CLASSES);
    }

    @Test
    void nothing_of_the_job_sees_the_demo_and_the_soak_but_the_soak_the_demo() {
        noClasses()
                .that(areIn("job"))
                .and()
                .resideOutsideOfPackages("io.dbus.job.demo..", "io.dbus.job.soak..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.dbus.job.demo..", "io.dbus.job.soak..")
                .check(CLASSES);
    }

    @Test
    void the_rules_see_the_classes_that_they_are_about() {
        assertThat(CLASSES.stream().filter(areIn("api"))).isNotEmpty();
        assertThat(CLASSES.stream().filter(areIn("job"))).isNotEmpty();
        assertThat(CLASSES.contain(ArchitectureTest.class)).isFalse();
        // Each class is of a module, so none escapes the rules.
        assertThat(CLASSES.stream().filter(c -> c.getPackageName().startsWith("io.dbus")))
                .allMatch(c -> module(c).matches("api|sources|operators|sinks|job|embedded|fuzz"));
    }

    private static DescribedPredicate<JavaClass> areIn(String module) {
        return describe("are in " + module, c -> module(c).equals(module));
    }

    /** The folder in the source tree: {@code sinks} of {@code sinks/target/classes} or {@code sinks/target/dbus-sinks-1.jar}. */
    private static String module(JavaClass c) {
        String uri = c.getSource().map(source -> source.getUri().toString()).orElse("");
        int root = uri.indexOf(ROOT);
        int end = uri.indexOf('/', root + ROOT.length());
        return root < 0 || end < 0 ? uri : uri.substring(root + ROOT.length(), end);
    }

    private static final class MainClasses implements ImportOption {
        private static final ImportOption NO_TESTS = new ImportOption.DoNotIncludeTests();

        @Override
        public boolean includes(Location location) {
            return NO_TESTS.includes(location) && !location.contains("-tests.jar");
        }
    }
}
