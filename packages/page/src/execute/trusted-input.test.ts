import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Arrival } from "./trusted-input.ts";

/** As much of an element as is read of one that was hit. */
class Box {
	readonly tagName = "button";
	readonly parentNode = null;
	readonly parentElement = null;
	readonly assignedSlot = null;
	readonly shadowRoot = null;
	readonly textContent: string;

	constructor(name: string) {
		this.textContent = name;
	}
	getAttribute(): null {
		return null;
	}
	matches(): boolean {
		return false;
	}
	getClientRects() {
		return [{ width: 10, height: 10 }];
	}
}

beforeEach(() => {
	for (const name of ["HTMLFormElement", "HTMLElement", "HTMLLabelElement", "Document", "ShadowRoot"]) vi.stubGlobal(name, class {});
	vi.stubGlobal("Element", Box);
});
afterEach(() => vi.unstubAllGlobals());

const from = { x: 50, y: 20 };
const target = new Box("Search");
const other = new Box("Pay");

async function judge(refusalOfKey: () => { success: false; code: string } | null = () => null, isAwaitingKeys = false) {
	const { createInputJudge } = await import("./trusted-input.ts");
	const { arrive, ...told } = createInputJudge({
		from,
		target: target as unknown as Element,
		refusalOfPress: () => null,
		refusalOfKey,
		isAwaitingKeys,
	});
	const taken: string[] = [];
	const send = (type: string, hit: Box, part: { readonly isTrusted?: boolean; readonly clientX?: number } = {}) => {
		const at = { clientX: from.x, clientY: from.y, isTrusted: true, ...part };
		const stopImmediatePropagation = () => taken.push(type);
		arrive({
			type,
			composedPath: () => [hit] as unknown as EventTarget[],
			preventDefault: () => undefined,
			stopImmediatePropagation,
			...at,
		});
	};
	return { send, taken, ...told };
}
const press = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"] as const satisfies readonly Arrival["type"][];

test("a trusted click that arrives at its target is left alone, even when the target moves away under the pressed button", async () => {
	const { send, taken, misdirected } = await judge();
	for (const type of press) send(type, type === "mouseup" ? other : target);
	expect([taken, misdirected()]).toEqual([[], null]);
});

test("a trusted click on another element that moved under the pointer reaches none of its listeners", async () => {
	const { send, taken, misdirected } = await judge();
	for (const type of press) send(type, other);
	expect(taken).toEqual(press);
	expect(misdirected()).toMatchObject({ success: false, code: "COVERED", message: expect.stringContaining('"Pay"') });
});

test("the user's click elsewhere and a scripted click are not judged", async () => {
	const { send, taken, misdirected } = await judge();
	for (const type of press) send(type, other, { clientX: 300 });
	for (const type of press) send(type, other, { isTrusted: false });
	expect([taken, misdirected()]).toEqual([[], null]);
});

test("a second press is judged again", async () => {
	const { send, taken } = await judge();
	for (const type of press) send(type, target);
	for (const type of press) send(type, other);
	expect(taken).toEqual(press);
});

test("a trusted key is stopped where the page moved the focus to a field that only the user fills in", async () => {
	const { send, taken, misdirected } = await judge(() => ({ success: false, code: "SENSITIVE_FIELD" }));
	for (const type of ["keydown", "beforeinput", "keyup"]) send(type, other);
	expect([taken, misdirected()]).toMatchObject([["keydown", "beforeinput"], { code: "SENSITIVE_FIELD" }]);
});

test.each([
	["count as arrived where this document has the focus", { hasFocus: true, active: "input" }, true],
	["went astray where a frame around it has the focus", { hasFocus: false, active: "input" }, false],
	["went astray where a frame in it has the focus", { hasFocus: true, active: "iframe" }, false],
	["went astray where a document embedded in it has the focus", { hasFocus: true, active: "object" }, false],
])("real keys that nobody heard %s", async (_, { hasFocus, active }, isArrived) => {
	const activeElement = Object.assign(new Box("there"), { localName: active });
	vi.stubGlobal("document", { hasFocus: () => hasFocus, activeElement, body: null });
	const { send, misdirected } = await judge(undefined, true);
	expect(misdirected()).toEqual(isArrived ? null : expect.objectContaining({ success: false, code: "NOT_TAKEN" }));
	send("keydown", other);
	expect(misdirected()).toBeNull();
});

test.each([
	["is refused", async () => ({ success: false })],
	["fails", () => Promise.reject(new Error("a getter of the page's"))],
])("the badge shows again at once when the work that hid it %s", async (_, work) => {
	const { hidingBadge } = await import("./trusted-input.ts");
	let hiddenCount = 0;
	const hideBadge = () => {
		hiddenCount += 1;
		return () => {
			hiddenCount -= 1;
		};
	};
	await hidingBadge<object>(hideBadge, work).catch(() => undefined);
	expect(hiddenCount).toBe(0);
});

test("the last move tells where the pointer is, and no move is stopped", async () => {
	const { send, taken, isPointedAt } = await judge();
	expect(isPointedAt()).toBeNull();
	send("pointermove", other, { clientX: 90 });
	expect(isPointedAt()).toBe(false);
	send("pointermove", target, { clientX: 51 });
	expect(isPointedAt()).toBe(true);
	send("pointermove", target, { clientX: 90, isTrusted: false });
	expect([isPointedAt(), taken]).toEqual([true, []]);
});

test("the badge stays hidden for trusted input until that has ended, and shows again once", async () => {
	const { hidingBadge } = await import("./trusted-input.ts");
	let hiddenCount = 0;
	const hideBadge = () => {
		hiddenCount += 1;
		return () => {
			hiddenCount -= 1;
		};
	};
	const { free } = await hidingBadge<object>(hideBadge, () => ({ ready: true }));
	expect(hiddenCount).toBe(1);
	free();
	free();
	expect(hiddenCount).toBe(0);
});
