import { expect, test } from "vitest";
import type { PageSnapshot } from "../write/snapshot.ts";
import { viewFromSnapshot } from "./snapshot.ts";
import { maskSnapshotValues } from "./snapshot-secrets.ts";

const field = { id: "agent-1", tag: "input", role: "", text: "", ariaLabel: "", bbox: { x: 0, y: 0, width: 1, height: 1 }, type: "text" };
const snapshotOf = (element: object, visibleText = ""): PageSnapshot => ({
	url: "https://shop.example/",
	title: "",
	visibleText,
	elements: [{ ...field, ...element }],
	docEpoch: "e",
	viewport: { width: 0, height: 0, scrollX: 0, scrollY: 0, pages: 1 },
	shown: 1,
	total: 1,
	timestamp: 0,
});

test.for([
	["a password field", { type: "password", value: "hunter2X" }],
	["a field for a new password", { autocomplete: "new-password", value: "hunter2X" }],
	["a card field", { autocomplete: "cc-csc", value: "hunter2X" }],
	["a one-time code", { autocomplete: "one-time-code", value: "hunter2X" }],
	["a field named iban", { name: "iban", value: "hunter2X" }],
	["a field named cardNumber", { name: "cardNumber", value: "hunter2X" }],
	["a field labelled so", { ariaLabel: "Your password", value: "hunter2X" }],
	["a field whose text says so", { text: "One-time code", value: "hunter2X" }],
	["a placeholder", { placeholder: "CVV", value: "hunter2X" }],
	["an ordinary field with a card's number", { value: "4111 1111 1111 1111" }],
] as const)("what %s holds is masked, where it stands in the text too, and the field counts as filled", ([_name, element]) => {
	const kept = maskSnapshotValues(snapshotOf(element, `You typed ${element.value} here`));
	expect(kept.elements[0]?.value).toBe("•••");
	expect(JSON.stringify(kept)).not.toMatch(/hunter2X|4111 1111 1111/);
	for (const page of [viewFromSnapshot(kept), viewFromSnapshot(snapshotOf(element))]) {
		expect(page.elements.get(1)?.states.has("filled")).toBe(true);
		expect(page.elements.get(1)?.attributes.has("value")).toBe(false);
	}
	expect(maskSnapshotValues(kept)).toEqual(kept);
});

test.for([
	["an ordinary field", { value: "Ada", ariaLabel: "Name" }],
	["an empty password field", { type: "password", value: "" }],
	["a button of a sign-in", { tag: "button", type: "submit", text: "Reset password", value: "Reset password" }],
	["a choice", { type: "checkbox", ariaLabel: "Show password", value: "on" }],
] as const)("%s stays as it is", ([_name, element]) => {
	const snapshot = snapshotOf(element, "Ada, reset your password");
	expect(maskSnapshotValues(snapshot)).toEqual(snapshot);
});
