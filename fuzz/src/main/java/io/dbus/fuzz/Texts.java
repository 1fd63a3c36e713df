package io.dbus.fuzz;

import java.util.List;

/** Texts that people and attackers write, of all scripts that the server's charsets know. */
final class Texts {
    private static final List<String> HOSTILE = List.of(
            "",
            " ",
            "a ",
            " a",
            "NULL",
            "null",
            "0",
            "'",
            "''",
            "\"",
            "\\",
            "\\'",
            "`",
            "%",
            "_",
            ";",
            "-- ",
            "/*",
            "*/",
            "\n",
            "\r\n",
            "\t",
            "\u0000",
            "\u001a",
            "\u007f",
            "\u0080",
            "\u0085",
            "\u00a0",
            "\u00ad",
            "\u200b",
            "\u200d",
            "\u2028",
            "\u202e",
            "\ufeff",
            "\ufffd",
            "\uffff",
            "e\u0301",
            "\u00e9",
            "ß",
            "ẞ",
            "İ",
            "ı",
            "ﬁ",
            "\ud83d\ude00",
            "\ud83d\udc69\u200d\ud83d\udcbb",
            "\udbff\udfff",
            "\ud800\udc00",
            "A",
            "a",
            "Å",
            "true",
            "{}",
            "[]",
            "<&>",
            "${x}",
            "#{x}",
            "\u0000\u0000");

    private static final List<String> SCRIPTS = List.of(
            "abc XYZ 0123456789 ~!@#$^&*()",
            "àâçéèêëîïôûùüÿñæœ€",
            "ąćęłńóśźżčďěňřšťůžőű",
            "αβγδεζηθικλμνξοπρστυφχψω",
            "абвгдежзийклмнопрстуфхцчшщъыьэюяїієґ",
            "אבגדהוזחטיכלמנסעפצקרשת",
            "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
            "กขคงจฉชซญดตถทนบปผฝพ",
            "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
            "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփք",
            "日本語カタカナひらがなｱｲｳ",
            "한국어가나다라마바사",
            "中文汉字简体国",
            "繁體中文漢字國",
            "āčēģīķļņšūž",
            "ğışöçü",
            "║═╬░▒▓█─│┼",
            "①②③ⅠⅡⅢ㈱℡",
            "𠀀𠀁𝒜𝓑😀🎉");

    private Texts() {}

    /** A text of at most so many characters (code points). */
    static String next(Dice dice, int maxLength) {
        int[] points;
        if (dice.percent(40)) {
            points = dice.of(HOSTILE).codePoints().toArray();
        } else {
            int[] script = dice.of(SCRIPTS).codePoints().toArray();
            points = new int[dice.percent(90) ? dice.below(Math.min(maxLength, 20) + 1) : maxLength];
            for (int i = 0; i < points.length; i++) {
                points[i] = script[dice.below(script.length)];
            }
        }
        int length = Math.min(points.length, maxLength);
        return new String(points, 0, length);
    }
}
