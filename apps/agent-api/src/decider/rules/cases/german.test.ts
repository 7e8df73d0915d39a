import { describe, expect, test } from "vitest";
import { clausesOf } from "../sentence/clauses.ts";
import type { Row } from "./notation.ts";
import { notationOf } from "./notation.ts";
import { pageOf, play } from "./play.ts";

const reads = (sentence: string, clauses: string) => expect(notationOf(clausesOf(sentence))).toBe(clauses);

describe("German by a handful of patterns", () => {
	test.each<Row>([
		['Trage "Ada" in das Feld Name ein und klicke auf Absenden', 'fill Name /field = "Ada"; click Absenden'],
		['Klicke auf "Next" und dann auf "Previous"', "click 'Next'; click 'Previous'"],
		[
			'Gib "Ada" in Name, "a@x.example" in E-Mail und "10115" in PLZ ein, hake AGB an und klicke auf den Button Absenden.',
			'fill Name = "Ada" + E-Mail = "a@x.example" + PLZ = "10115"; tick AGB; click Absenden /button',
		],
		['Trage Ada Lovelace ins Feld Name ein. Klicke dann auf "Weiter".', "fill Name /field = \"Ada Lovelace\"; click 'Weiter'"],
		['Fülle Name mit "Ada" und Ort mit "Bath" aus', 'fill Name = "Ada" + Ort = "Bath"'],
		['Bitte wähle "Frankreich" als Land aus', "choose 'Frankreich' in Land"],
		["Wähle Frankreich in der Liste Land aus", "choose Frankreich in Land /select"],
		["Stelle Sprache auf Französisch um", 'fill Sprache = "Französisch"'],
		["Öffne Einstellungen", "open Einstellungen"],
		["Klicke auf den Absenden-Button", "click Absenden /button"],
		["Drücke die Eingabetaste", "keys Enter"],
		["Tippe auf Weiter", "click Weiter"],
		["Suche nach Lampen", 'search "Lampen"'],
		["Setze einen Haken bei Newsletter", "tick Newsletter"],
		["Deaktiviere Newsletter", "untick Newsletter"],
	])("%s → %s", reads);
});

describe("words in another language that no pattern accounts for are not understood, all of them, before anything is done", () => {
	test.each([
		"Klicke nicht auf Absenden",
		"Klicke auf Weiter, ohne zu speichern",
		"Klicke auf Weiter, aber nur wenn es geht",
		"Klicke auf alle Haken",
		'Trage "Ada" ein und klicke auf Absenden',
		'Trage "Ada" in Name ein und lösche den ersten Eintrag',
		"Stelle die Sprache auf Französisch um und speichere",
		'Cliquez sur "Next"',
	])("%s", (sentence) => {
		reads(sentence, "unknown");
		const body = '<input 1 "Name">\n<button 2>Absenden</> <button 3>Weiter</> <button 4>Next';
		const { actions, last } = play(sentence, pageOf(body), () => ({ page: pageOf(body) }));
		expect([actions.length, last.failure?.category]).toEqual([1, "not_understood"]);
	});

	test.each<Row>([
		['Click "Klicke auf"', "click 'Klicke auf'"],
		["Click Speichern und schließen", "click Speichern und schließen"],
	])("a German name in an English sentence stays a name: %s", reads);
});
