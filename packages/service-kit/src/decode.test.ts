import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { decodeBytes } from "./decode.ts";

const german = "Die Belege reichen Sie bitte innerhalb von dreißig Tagen ein. Für Übernachtungen gelten 120 € – „siehe oben“.";
const japanese = "営業時間は午前九時から午後五時までです。返品は三十日以内にお願いします。";
const chinese = "退货必须在三十天内完成。营业时间为上午九点到下午五点。";
const russian = "Квитанции необходимо отправить в течение тридцати дней. Гостиница стоит не более 120 рублей за ночь.";
const polish = "Rachunki należy wysłać w ciągu trzydziestu dni. Śniadanie i „źródło” kosztują najwyżej 120 złotych.";
const french = "Les reçus doivent être envoyés dans les trente jours. L’hôtel coûte au plus 120 € par nuit.";

test.for([
	["UTF-8", "utf8", german],
	["Windows-1252", "win1252", german],
	["Windows-1252 in French", "win1252", french],
	["Latin-1 of a few words", "latin1", "Grüße aus München"],
	["Shift_JIS", "shift_jis", japanese],
	["EUC-JP", "euc-jp", japanese],
	["GBK", "gbk", chinese],
	["GB 18030", "gb18030", chinese],
	["Big5", "big5", "退貨必須在三十天內完成。營業時間為上午九點到下午五點。"],
	["EUC-KR", "euc-kr", "반품은 30일 이내에 해주세요. 영업 시간은 오전 9시부터 오후 5시까지입니다."],
	["Windows-1251", "win1251", russian],
	["KOI8-R", "koi8-r", russian],
	["ISO 8859-2", "iso-8859-2", polish.replaceAll(/[„”]/g, '"')],
	["Windows-1250", "win1250", polish],
	["UTF-16 in big endian without a mark", "utf16-be", german],
	["UTF-16 in little endian without a mark", "utf16-le", `Note 1\n${japanese}`],
] as const)("%s is told by its letters", ([, encoding, text]) => {
	expect(decodeBytes(iconv.encode(text, encoding))).toBe(text);
});

test.for([
	["UTF-8 with a mark", Buffer.from("\ufeffHi")],
	["UTF-16 with a mark", Buffer.from("\ufeffHi", "utf16le")],
	["UTF-16 in big endian with a mark", iconv.encode("Hi", "utf16-be", { addBOM: true })],
] as const)("%s is read without the mark", ([, bytes]) => {
	expect(decodeBytes(bytes)).toBe("Hi");
});

test.for([
	["a server", "営業", "shift_jis", "shift_jis", "営業"],
	["a page", '<meta charset="gbk"><p>退货', "gbk", undefined, '<meta charset="gbk"><p>退货'],
	["an older page", '<meta http-equiv=x content="text/html; charset=windows-1251">Да', "win1251", undefined, null],
	["an XML declaration", '<?xml version="1.0" encoding="ISO-8859-2"?><p>Żółć', "iso-8859-2", undefined, null],
	["a wrong name that does not fit", german, "win1252", "utf-8", german],
	["an unknown name", german, "win1252", "utf-9000", german],
] as const)("the encoding that %s names is taken where it fits", ([, text, encoding, named, expected]) => {
	expect(decodeBytes(iconv.encode(text, encoding), named)).toBe(expected ?? text);
});

test.for([
	["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
	["the beginning of a picture", Buffer.from("89504e470d0a1a0a00", "hex")],
	["a sound", Buffer.from("524946462408000057415645666d7420100000000100020022560000", "hex")],
	["a program", Buffer.from("7f454c4602010100000000000000000002003e00", "hex")],
	["letters of which nobody can tell", iconv.encode("退货", "gbk")],
	["UTF-16 that breaks off", Buffer.from("fffe410042", "hex").subarray(0, 5)],
	["random bytes", Buffer.from(Array.from({ length: 2_000 }, (_, index) => (index * 7_919 + (index >> 3) * 104_729) % 256))],
])("%s is no text", ([, bytes]) => {
	expect(decodeBytes(bytes as Buffer)).toBeNull();
});
