import { expect, test } from "vitest";
import { languageOf } from "./language.ts";

test.for([
	["Travel expenses are claimed on the travel form within thirty days.", "en"],
	["Bitte reichen Sie die Belege innerhalb von dreißig Tagen ein.", "de"],
	["Заявление на отпуск подаётся в личном кабинете за две недели.", "ru"],
	["Les frais de voyage sont remboursés dans un délai de trente jours.", "other"],
	["Витрати на відрядження відшкодовуються протягом тридцяти днів.", "other"],
	["出張費は三十日以内に精算してください。", "other"],
	["", "other"],
	[`${"ACME-4711 ".repeat(200)}${"Bitte reichen Sie die Belege innerhalb von dreißig Tagen ein. ".repeat(100)}`, "de"],
] as const)("%j is %s", ([text, language]) => {
	expect(languageOf(text)).toBe(language);
});
