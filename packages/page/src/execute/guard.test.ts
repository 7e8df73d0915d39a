import { expect, test } from "vitest";
import type { LiveFacts, Refusal } from "./guard.ts";
import { fills, refusalOf } from "./guard.ts";
import type { PageAction, PageGuard } from "./page-action.ts";

const form = { origin: "https://shop.example", path: "/cart", method: "post", submits: true, sensitive: ["card", "otp"] };
const live: LiveFacts = { fingerprint: "f1", role: "button", name: "Pay", form, isSensitive: false };
const guard: PageGuard = { docEpoch: "e", id: 1, fingerprint: "f1", role: "button", name: "Pay", form, approved: true };

test.each<[name: string, guard: Partial<PageGuard> | null, live: Partial<LiveFacts>, fills: boolean, code: Refusal["code"] | null]>([
	["nothing was judged", null, {}, false, null],
	["everything is as it was", {}, {}, false, null],
	["the same sensitive fields in another order", { form: { ...form, sensitive: ["otp", "card"] } }, {}, false, null],
	["no form was judged", { form: undefined }, {}, false, null],
	["it is another control", { role: "a" }, {}, false, "APPROVAL_STALE"],
	["it has another name", { name: "Cancel" }, {}, false, "APPROVAL_STALE"],
	["it has another name, and nobody was asked", { name: "Cancel", approved: false }, {}, false, "STALE_ELEMENT"],
	["it leads elsewhere", { fingerprint: "f2" }, {}, false, "APPROVAL_STALE"],
	["its form goes to another site", {}, { form: { ...form, origin: "https://evil.example" } }, false, "APPROVAL_STALE"],
	["its form has another path", {}, { form: { ...form, path: "/pay" } }, false, "APPROVAL_STALE"],
	["its form is sent differently", {}, { form: { ...form, method: "get" } }, false, "APPROVAL_STALE"],
	["it submits now", {}, { form: { ...form, submits: false } }, false, "APPROVAL_STALE"],
	["its form asks for a password now", {}, { form: { ...form, sensitive: ["card", "otp", "password"] } }, false, "APPROVAL_STALE"],
	["its form is gone", {}, { form: undefined }, false, "APPROVAL_STALE"],
	["a password is filled in unasked", null, { isSensitive: true }, true, "SENSITIVE_FIELD"],
	["a password is filled in with the user's own word", { sensitive: "user_value" }, { isSensitive: true }, true, null],
	["a password field is only clicked", null, { isSensitive: true }, false, null],
])("the last look before acting: %s", (...[, given, now, fills, code]) => {
	const judged = given === null ? undefined : { ...guard, ...given };
	expect(refusalOf(judged, { ...live, ...now }, fills)?.code ?? null).toBe(code);
});

test.each<[name: string, action: PageAction, approved: boolean, isFilling: boolean]>([
	["a value is set", { name: "setValue", id: 1, text: "x", submit: false }, false, true],
	["a value is set although the user approved the step", { name: "setValue", id: 1, text: "x", submit: false }, true, true],
	["a letter is typed", { name: "press", keys: "a" }, false, true],
	["a letter is typed with the user's approval", { name: "press", id: 1, keys: "a" }, true, false],
	["a text is pasted", { name: "press", keys: "Control+V" }, false, true],
	["what is selected is copied", { name: "press", keys: "Control+C" }, false, true],
	["everything is selected", { name: "press", keys: "Control+A" }, false, false],
	["Enter is pressed", { name: "press", keys: "Enter" }, false, false],
	["the focus moves on", { name: "press", keys: "Tab" }, false, false],
	["the field is clicked", { name: "click", id: 1 }, false, false],
])("a sensitive field is at stake when %s", (...[, action, approved, isFilling]) => {
	expect(fills(action, { ...guard, approved })).toBe(isFilling);
});
