import { expect, test } from "vitest";
import { dayIn, monthIn } from "./days.ts";

test.each<[text: string, language: string, iso: string | undefined]>([
	["2026-03-05", "en", "2026-3-5"],
	["2026/03/05", "en", "2026-3-5"],
	["2026年3月5日", "ja", "2026-3-5"],
	["05.03.2026", "de", "2026-3-5"],
	["5. 3. 2026", "cs", "2026-3-5"],
	["25/03/2026", "en", "2026-3-25"],
	["03/25/2026", "en", "2026-3-25"],
	["03/05/2026", "en", undefined],
	["Thursday, March 5th, 2026", "en", "2026-3-5"],
	["Mar 5, 2026", "en", "2026-3-5"],
	["5 mars 2026", "fr", "2026-3-5"],
	["5 марта 2026 г.", "ru", "2026-3-5"],
	["5. März 2026", "de", "2026-3-5"],
	["2026-02-30", "en", undefined],
	["5 March", "en", undefined],
	["from 5 to 7 March 2026", "en", undefined],
	["2026", "en", undefined],
])("the day of %s in %s is %s", (text, language, iso) => {
	const day = dayIn(text, [language, "en"]);
	expect(day === undefined ? undefined : `${day.year}-${day.month}-${day.day}`).toBe(iso);
});

test.each<[text: string, language: string, month: string | undefined]>([
	["March 2026", "en", "2026-3"],
	["2026年3月", "ja", "2026-3"],
	["Март 2026", "ru", "2026-3"],
	["MARS\n2026", "fr", "2026-3"],
	["03/2026", "en", "2026-3"],
	["March", "en", undefined],
	["March 2026 April 2027", "en", undefined],
	["no month", "no-such-language", undefined],
])("the month of %s in %s is %s", (text, language, month) => {
	const found = monthIn(text, [language, "en"]);
	expect(found === undefined ? undefined : `${found.year}-${found.month}`).toBe(month);
});
