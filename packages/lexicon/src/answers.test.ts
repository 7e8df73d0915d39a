import { describe, expect, test } from "vitest";
import { isComputing, isRefusing, isTaking, isWanting, isWorking } from "./answers.ts";

const meaningOf = (text: string) =>
	[
		isTaking(text) ? "taken" : "",
		isRefusing(text) ? "refused" : "",
		isWanting(text) ? "wanting" : "",
		isWorking(text) ? "working" : "",
	].join("");

describe("what a page says to what was sent to it", () => {
	test.each(["Saved", "Your changes were saved", "Gespeichert", "Modifications enregistrées", "Guardado", "Сохранено", "已保存"])(
		"“%s”: it was taken",
		(text) => expect(meaningOf(text)).toBe("taken"),
	);

	test.each([
		"Could not save: network error",
		"Wrong password",
		"Sold out",
		"The server cannot be reached",
		"2 errors",
		"Not saved",
		"Your changes were not sent",
		"Nicht gespeichert",
		"Konnte nicht gespeichert werden",
		"Ungültig",
		"Erreur",
		"n'est pas enregistré",
		"Ошибка",
		"エラー",
	])("“%s”: it was refused", (text) => expect(meaningOf(text)).toBe("refused"));

	test.each(["Choose a delivery method", "Enter your PIN on the device", "Please correct the fields", "Bitte Namen eingeben", "必填"])(
		"“%s”: more is wanted",
		(text) => expect(meaningOf(text)).toBe("wanting"),
	);

	test("a button that asks for a result sends nothing that could be refused", () => {
		for (const name of ["Calculate", "Convert now", "Check availability", "→ Translate", "Berechnen", "Calculer", "计算"])
			expect(isComputing(name)).toBe(true);
		for (const name of ["Check out", "Checkout", "Send", "Counter-sign", "Showcase", "Save"]) expect(isComputing(name)).toBe(false);
	});

	test.each([
		"Saving…",
		"⏳ Saving",
		"is loading",
		"Please wait",
		"Wird gespeichert …",
		"Wird übertragen",
		"Speichert …",
		"Chargement…",
		"Guardando",
		"Сохранение…",
		"正在保存",
		"送信中",
	])("“%s”: it is still at work", (text) => expect(meaningOf(text)).toBe("working"));

	test.each([
		"Correct!",
		"Correct answer: 5",
		"12 passed, 0 failed",
		"Errors: 0",
		"Nothing is missing",
		"No errors found",
		"0 Fehler",
		"Processing fee: 3 €",
		"Check your inbox",
		"Total: 3",
	])("“%s”: none of these", (text) => expect(meaningOf(text)).toBe(""));
});
