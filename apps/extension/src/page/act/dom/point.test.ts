import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** As much of an element as aiming reads. The real page is met in e2e; here only one place counts: what lies under the point. */
class Box {
	readonly tagName: string;
	readonly parentElement: Box | null;
	readonly isShown: boolean;
	readonly shadowRoot = null;
	readonly assignedSlot = null;
	readonly labels: Box[] = [];
	readonly textContent = "";

	constructor(tagName: string, parentElement: Box | null, isShown = true) {
		this.tagName = tagName;
		this.parentElement = parentElement;
		this.isShown = isShown;
	}

	get parentNode(): Box | null {
		return this.parentElement;
	}
	getAttribute(): string | null {
		return null;
	}
	matches(selector: string): boolean {
		return selector.split(", ").some((part) => part.startsWith(this.tagName));
	}
	getBoundingClientRect() {
		return { left: 0, top: 0, right: 100, bottom: 20, width: 100, height: 20 };
	}
	getClientRects() {
		return this.isShown ? [this.getBoundingClientRect()] : [];
	}
	scrollIntoView(): void {}
	getRootNode(): Box {
		return this;
	}
	readonly inside: Box[] = [];
	querySelectorAll(): readonly Box[] {
		return this.inside;
	}
}
class Label extends Box {
	control: Box | null = null;
}
class Input extends Box {}

let under: Box;

beforeEach(() => {
	vi.stubGlobal("HTMLFormElement", class {});
	vi.stubGlobal("Document", class {});
	vi.stubGlobal("Element", Box);
	vi.stubGlobal("HTMLElement", class {});
	vi.stubGlobal("HTMLInputElement", Input);
	vi.stubGlobal("HTMLAreaElement", class {});
	vi.stubGlobal("HTMLLabelElement", Label);
	vi.stubGlobal("ShadowRoot", class {});
	vi.stubGlobal("getComputedStyle", () => ({ display: "block" }));
	vi.stubGlobal("innerHeight", 600);
	vi.stubGlobal("innerWidth", 800);
	vi.stubGlobal("document", { body: null, elementFromPoint: () => under });
});

afterEach(() => vi.unstubAllGlobals());

const aim = async (target: Box, at?: { readonly x: number; readonly y: number }) =>
	(await import("./point.ts")).aimAt(target as unknown as Element, at);

test("a control that has become invisible is not clicked through the button beside it", async () => {
	const row = new Box("div", null);
	under = new Box("button", row);
	expect(await aim(new Box("button", row, false))).toMatchObject({ success: false, code: "COVERED" });
});

test("a box drawn by its surroundings is clicked on them", async () => {
	const row = new Box("div", null);
	under = new Box("span", row);
	expect(await aim(new Input("input", row, false))).toMatchObject({ hit: under });
});

test("a box is ticked by its label, but not by a link in the label", async () => {
	const label = new Label("label", null);
	const box = new Input("input", label, false);
	label.control = box;
	box.labels.push(label);
	under = new Box("span", label);
	expect(await aim(box)).toMatchObject({ hit: under });
	under = new Box("a", label);
	expect(await aim(box)).toMatchObject({ success: false, code: "COVERED" });
});

test("a point is on the element it was given for, not beside it and not on a control inside", async () => {
	const row = new Box("div", null);
	under = new Box("span", row);
	expect(await aim(row, { x: 30, y: 10 })).toMatchObject({ x: 30, y: 10, hit: under });
	for (const at of [
		{ x: 30, y: 21 },
		{ x: -1, y: 10 },
		{ x: 101, y: 10 },
	])
		expect(await aim(row, at)).toMatchObject({ success: false, code: "BAD_VALUE" });
	under = new Box("span", new Box("button", row));
	expect(await aim(row, { x: 30, y: 10 })).toMatchObject({ success: false, code: "COVERED" });
	// The one field of a box is the box's own, a button of another name is not; of several none is meant by it.
	const { aimAtClick } = await import("./point.ts");
	expect(aimAtClick(row as unknown as Element)).toMatchObject({ success: false, code: "COVERED" });
	under = new Box("span", new Box("select", row));
	expect(aimAtClick(row as unknown as Element)).toMatchObject({ hit: under });
	row.inside.push(new Box("button", row), new Box("a", row));
	expect(aimAtClick(row as unknown as Element)).toMatchObject({ success: false, code: "COVERED" });
	expect(await aim(row)).toMatchObject({ hit: under });
});
