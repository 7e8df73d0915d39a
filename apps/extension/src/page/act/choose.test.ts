import { afterEach, beforeEach, expect, test, vi } from "vitest";

class Group {
	readonly disabled = true;
}

/** As much of a list as choosing from it reads. */
class Select {
	readonly options: { label: string; value: string; disabled: boolean; selected: boolean; parentElement?: Group }[];
	readonly isDisabled: boolean;
	readonly multiple = false;

	constructor(isDisabled = false) {
		this.isDisabled = isDisabled;
		this.options = [{ label: "Blue", value: "b", disabled: false, selected: false }];
	}
	matches(): boolean {
		return this.isDisabled;
	}
	getAttribute(): null {
		return null;
	}
	focus(): void {}
	dispatchEvent(): boolean {
		return true;
	}
}

const around = (...lists: Select[]) =>
	({
		matches: () => false,
		getAttribute: () => null,
		textContent: "",
		querySelector: () => lists[0] ?? null,
		querySelectorAll: () => lists,
	}) as unknown as Element;

beforeEach(() => {
	vi.stubGlobal("HTMLFormElement", class {});
	vi.stubGlobal("Document", class {});
	vi.stubGlobal("HTMLSelectElement", Select);
	vi.stubGlobal("HTMLOptionElement", class {});
	vi.stubGlobal("HTMLInputElement", class {});
	vi.stubGlobal("HTMLOptGroupElement", Group);
	vi.stubGlobal("InputEvent", Event);
	vi.stubGlobal("NodeFilter", { SHOW_TEXT: 4 });
	vi.stubGlobal("document", { createTreeWalker: () => ({ nextNode: () => null }) });
});

afterEach(() => vi.unstubAllGlobals());

const chooseBlue = async (target: Element) => (await import("./choose.ts")).choose(target, ["Blue"]);

test("a wrapper stands for the one list inside it", async () => {
	const list = new Select();
	expect(await chooseBlue(around(list))).toMatchObject({ success: true });
	expect(list.options[0]?.selected).toBe(true);
});

test("a disabled list inside its wrapper is left as it is", async () => {
	const list = new Select(true);
	expect(await chooseBlue(around(list))).toMatchObject({ success: false, code: "DISABLED" });
	expect(list.options[0]?.selected).toBe(false);
});

test("what stands in a disabled group is not chosen, nor named among the options", async () => {
	const list = new Select();
	list.options[0] = { label: "Blue", value: "b", disabled: false, selected: false, parentElement: new Group() };
	expect(await chooseBlue(around(list))).toMatchObject({ success: false, isInert: true, code: "OPTION_NOT_FOUND" });
	expect(list.options[0].selected).toBe(false);
});

test("of several lists inside a target none is chosen from by chance", async () => {
	const lists = [new Select(), new Select()];
	expect(await chooseBlue(around(...lists))).toMatchObject({ success: false, code: "OPTION_NOT_FOUND" });
	expect(lists.some(({ options }) => options[0]?.selected)).toBe(false);
});
