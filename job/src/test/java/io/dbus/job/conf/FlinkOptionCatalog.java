package io.dbus.job.conf;

import io.dbus.embedded.FlinkInstallation;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** Every option that the Flink of this version knows, as its classes declare them, with those of its reporters and of its plugin for S3. */
final class FlinkOptionCatalog {
    private static final Pattern REPORTER = Pattern.compile("metrics\\.reporter\\.[a-z]+\\.(.+)");
    private static final String PLUGIN = "org.apache.flink.fs.s3hadoop.S3FileSystemFactory";
    private static final String HADOOP = "org.apache.hadoop.fs.s3a.Constants";

    private final Map<String, ConfigOption<?>> options = new HashMap<>();
    private final Set<String> deprecated = new HashSet<>();
    private final Map<String, ConfigOption<?>> ofReporters = new HashMap<>();
    private final Set<String> ofHadoop = new HashSet<>();
    private final ClassLoader loader;

    FlinkOptionCatalog() throws Exception {
        List<Path> jars = jars("flink");
        loader = new URLClassLoader(urls(jars), FlinkOptionCatalog.class.getClassLoader());
        for (Path jar : jars) {
            if (jar.getFileName().toString().startsWith("flink-")) {
                declaredIn(jar);
            }
        }
        // A constant of the factory, which is no option.
        ofReporters.put("port", ConfigOptions.key("port").stringType().noDefaultValue());
        ClassLoader plugin = new URLClassLoader(urls(jars("flink-s3-fs-hadoop")), loader);
        for (Field field : plugin.loadClass(HADOOP).getFields()) {
            if (field.getType() == String.class) {
                ofHadoop.add((String) field.get(null));
            }
        }
        Field mirrored = plugin.loadClass(PLUGIN).getDeclaredField("MIRRORED_CONFIG_KEYS");
        mirrored.setAccessible(true);
        for (String[] pair : (String[][]) mirrored.get(null)) {
            ofHadoop.add(pair[0]);
        }
    }

    private static List<Path> jars(String list) throws IOException {
        try (InputStream in = FlinkInstallation.class.getResourceAsStream(list + ".classpath")) {
            return List.of(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .strip()
                            .split(":"))
                    .stream()
                    .map(Path::of)
                    .toList();
        }
    }

    private static URL[] urls(List<Path> jars) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            urls.add(jar.toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    private void declaredIn(Path jar) throws Exception {
        try (JarFile file = new JarFile(jar.toFile())) {
            for (String entry : file.stream().map(ZipEntry::getName).toList()) {
                if (entry.matches("org/apache/flink/(?!.*(table|shaded)/).*Options\\.class")) {
                    declaredBy(loader.loadClass(entry.replace('/', '.').replaceFirst("\\.class$", "")));
                }
            }
        }
    }

    private void declaredBy(Class<?> type) throws IllegalAccessException {
        boolean reporters = type.getSimpleName().matches("MetricOptions|Prometheus.*");
        for (Field field : type.getFields()) {
            if (field.getType() == ConfigOption.class && Modifier.isStatic(field.getModifiers())) {
                ConfigOption<?> option = (ConfigOption<?>) field.get(null);
                (reporters && !option.key().startsWith("metrics.") ? ofReporters : options).put(option.key(), option);
                if (field.isAnnotationPresent(Deprecated.class)) {
                    deprecated.add(option.key());
                }
            }
        }
    }

    /** The option of that name, whole and not an older name of it; for one of a reporter, what stands behind the reporter's name. */
    Optional<ConfigOption<?>> find(String key) {
        Matcher reporter = REPORTER.matcher(key);
        if (reporter.matches()) {
            return Optional.ofNullable(ofReporters.get(reporter.group(1)))
                    .<ConfigOption<?>>map(
                            option -> ConfigOptions.key(key).stringType().noDefaultValue());
        }
        if (key.startsWith("s3.") && ofHadoop.contains("fs.s3a." + key.substring("s3.".length()))) {
            return Optional.<ConfigOption<?>>of(
                    ConfigOptions.key(key).stringType().noDefaultValue());
        }
        return deprecated.contains(key) ? Optional.empty() : Optional.ofNullable(options.get(key));
    }

    /** A class of Flink's that an option names. */
    Class<?> load(String name) throws ClassNotFoundException {
        return loader.loadClass(name);
    }
}
