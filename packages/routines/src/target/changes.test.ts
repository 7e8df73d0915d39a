import { parsePage } from "@webhand/page/parse/parse";
import type { PageView } from "@webhand/page/parse/view";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeTarget } from "./describe.ts";
import { resolveTarget } from "./resolve.ts";

/** A control of a page under test; `key` says which one it is, whatever it is called and wherever it stands. */
type Control = { readonly key: string; readonly type: string; readonly name: string; readonly words?: string; readonly isTall?: boolean };
type Row = { readonly cells: readonly string[]; readonly controls: readonly Control[] };
type Site = {
	readonly nav: readonly Control[];
	readonly heads: readonly string[];
	readonly rows: readonly Row[];
	readonly cards: readonly { readonly title: Control; readonly lines: readonly string[]; readonly controls: readonly Control[] }[];
	readonly fields: readonly Control[];
	readonly buttons: readonly Control[];
	readonly notice: readonly Control[];
	readonly isWrapped: boolean;
	readonly isNarrow: boolean;
	readonly isBarAbove: boolean;
	readonly firstId: number;
};

type Written = { readonly view: PageView; readonly idOf: ReadonlyMap<string, number> };

/** Writes a site as page text, with ids in reading order. */
function write(site: Site): Written {
	const idOf = new Map<string, number>();
	const tag = ({ key, type, name, words = "" }: Control): string => {
		const id = site.firstId + idOf.size;
		idOf.set(key, id);
		const isField = type === "input" || type === "number";
		return isField ? `<${type} ${id} "${name}"${words}>` : `<${type} ${id}${words}>${name}</>`;
	};
	const lines: string[] = [];
	const bar = () => lines.push(site.buttons.map(tag).join(" "));
	if (site.notice.length > 0) lines.push('<section "Cookies">', " We use cookies to measure visits.", ` ${site.notice.map(tag).join(" ")}`);
	if (site.isNarrow) lines.push(tag({ key: "menu", type: "button", name: "Menu", words: " collapsed" }));
	else lines.push(`<nav "Main"> ${site.nav.map(tag).join(" ")}`);
	lines.push("# Invoices", `| ${site.heads.join(" | ")}`);
	for (const { cells, controls } of site.rows) lines.push(`| ${cells.join(" | ")} | ${controls.map(tag).join(" ")}`);
	lines.push("# Favourites");
	for (const { title, lines: said, controls } of site.cards) {
		lines.push("-", ` ## ${tag(title)}`, ...said.map((text) => ` ${text}`), ` ${controls.map(tag).join(" ")}`);
	}
	lines.push("# New invoice");
	if (site.isBarAbove) bar();
	lines.push('<form "Invoice" post /invoices>');
	const start = lines.length;
	for (const field of site.fields) lines.push(` ${field.name}`, ` ${tag(field)}`);
	if (!site.isBarAbove) lines.push(` ${site.buttons.map(tag).join(" ")}`);
	if (site.isWrapped) for (let at = start; at < lines.length; at += 1) lines[at] = ` ${lines[at]}`;
	if (site.isWrapped) lines.splice(start, 0, ' <fieldset "">');
	return { view: parsePage(`@page 1\n@url https://app.example/\n@epoch e\n\n${lines.join("\n")}`), idOf };
}

const words = [
	"Nordwind",
	"Globex",
	"Initech",
	"Umbrella",
	"Hooli",
	"Vandelay",
	"Stark",
	"Wayne",
	"Acme",
	"Tyrell",
	"Cyberdyne",
	"Soylent",
];
const fieldNames = ["Customer", "Reference", "Amount", "Street", "City", "Postal code", "Note", "Due date"];

/** Sites with rows, cards, a menu and a form; names of buttons repeat in each row and card. */
const sites = fc
	.record({
		numbers: fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 6 }),
		names: fc.uniqueArray(fc.constantFrom(...words), { minLength: 6, maxLength: 12 }),
		fields: fc.uniqueArray(fc.constantFrom(...fieldNames), { minLength: 2, maxLength: 6 }),
		cardCount: fc.integer({ min: 2, max: 4 }),
		hasLinks: fc.boolean(),
		amounts: fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 6, maxLength: 6 }),
	})
	.map(({ numbers, names, fields, cardCount, hasLinks, amounts }): Site => {
		const control = (key: string, type: string, name: string, more = ""): Control => ({ key, type, name, words: more });
		return {
			nav: ["Home", "Orders", "Support"].map((name) => control(`nav ${name}`, "a", name, ` /${name.toLowerCase()}`)),
			heads: ["Number", "Customer", "Amount"],
			rows: numbers.map((number, at) => ({
				cells: [`INV-${number}`, names[at % names.length] ?? "", `${amounts[at] ?? 9},00 €`],
				controls: [
					...(hasLinks ? [control(`open ${number}`, "a", "Details", ` /invoices/${number}`)] : []),
					control(`pay ${number}`, "button", "Pay"),
					control(`delete ${number}`, "button", "Delete"),
				],
			})),
			cards: names.slice(0, cardCount).map((name) => ({
				title: control(`card ${name}`, "a", name, ` /customers/${name.toLowerCase()}`),
				lines: ["★ 4.5 · 12 reviews"],
				controls: [control(`follow ${name}`, "button", "Follow"), control(`remove ${name}`, "button", "Remove")],
			})),
			fields: fields.map((name) => control(`field ${name}`, "input", name, ' value=""')),
			buttons: ["Save draft", "Send invoice", "Cancel"].map((name) => control(`button ${name}`, "button", name)),
			notice: [],
			isWrapped: false,
			isNarrow: false,
			isBarAbove: false,
			firstId: 1,
		};
	});

type Change = (site: Site, key: string) => Site;

/** Buttons of all rows, and of all cards, get another name together. */
const kindOf = (key: string): string => key.replace(/^(pay|delete|open|follow|remove) .*$/, "$1");

const rename =
	(to: (name: string) => string): Change =>
	(site, key) => {
		const renamed = (control: Control): Control => (kindOf(control.key) === kindOf(key) ? { ...control, name: to(control.name) } : control);
		return {
			...site,
			nav: site.nav.map(renamed),
			rows: site.rows.map((row) => ({ ...row, controls: row.controls.map(renamed) })),
			cards: site.cards.map((card) => ({ ...card, title: renamed(card.title), controls: card.controls.map(renamed) })),
			fields: site.fields.map(renamed),
			buttons: site.buttons.map(renamed),
		};
	};

const stranger = (name: string, type = "button"): Control => ({ key: `new ${name}`, type, name });

/** The page changes of the design. Those of the looks (class names, font, zoom) change no word of the text, only ids. */
const changes: Readonly<Record<string, Change>> = {
	"another spelling": rename((name) => name.toUpperCase()),
	renamed: rename((name) => `Now ${[...name].reverse().join("").toLowerCase()}`),
	moved: (site) => ({ ...site, isBarAbove: true }),
	wrapped: (site) => ({ ...site, isWrapped: true }),
	reordered: (site) => ({ ...site, rows: site.rows.toReversed(), cards: site.cards.toReversed(), fields: site.fields.toReversed() }),
	"rendered again": (site) => ({ ...site, firstId: 500 }),
	looks: (site) => ({ ...site, firstId: 900 }),
	"new neighbours": (site) => ({
		...site,
		nav: [stranger("Reports", "a"), ...site.nav],
		rows: [
			{
				cells: ["INV-100", "Newcomer", "1,00 €"],
				controls: site.rows[0]?.controls.map((one) => ({ ...one, key: `new ${one.key}` })) ?? [],
			},
			...site.rows,
		],
		buttons: [...site.buttons, stranger("Preview")],
	}),
	"a narrow window": (site) => ({ ...site, isNarrow: true }),
	"a cookie notice": (site) => ({ ...site, notice: [stranger("Accept all"), stranger("Reject all")] }),
	"an extra required field": (site) => ({
		...site,
		fields: [
			...site.fields.slice(0, 1),
			{ key: "new Tax number", type: "input", name: "Tax number", words: ' required value=""' },
			...site.fields.slice(1),
		],
	}),
	"a column more": (site) => ({
		...site,
		heads: [...site.heads, "State"],
		rows: site.rows.map((row) => ({ ...row, cells: [...row.cells, "open"] })),
	}),
	"the row is gone": (site, key) => ({
		...site,
		rows: site.rows.filter(({ controls }) => controls.every((control) => control.key !== key)),
		cards: site.cards.filter(({ title, controls }) => [title, ...controls].every((control) => control.key !== key)),
	}),
	"another record in its place": (site, key) => ({
		...site,
		rows: site.rows.map((row) => (row.controls.some((control) => control.key === key) ? other(row) : row)),
	}),
	"the control is gone": (site, key) => ({
		...site,
		rows: site.rows.map((row) => ({ ...row, controls: row.controls.filter((control) => control.key !== key) })),
		fields: site.fields.filter((control) => control.key !== key),
		buttons: site.buttons.filter((control) => control.key !== key),
	}),
};

const other = ({ cells, controls }: Row): Row => ({
	cells: ["INV-777", ...cells.slice(1)],
	controls: controls.map((control) => ({ ...control, key: `other ${control.key}` })),
});

/** What a replay presses: the key of the control that a target means after a change, "none" or "several". */
function pressedAfter(site: Site, change: Change, isCommit: boolean): readonly { readonly key: string; readonly pressed: string }[] {
	const before = write(site);
	// A change that does not ask for the key makes one page for all.
	const common = change.length < 2 ? write(change(site, "")) : undefined;
	return [...before.idOf].map(([key, id]) => {
		const target = describeTarget(before.view, id);
		const after = common ?? write(change(site, key));
		if (target === undefined) return { key, pressed: "not described" };
		const found = resolveTarget(after.view, target, { values: {}, isCommit });
		const pressed = found.kind === "one" ? [...after.idOf].find((entry) => entry[1] === found.id)?.[0] : found.kind;
		return { key, pressed: pressed ?? "nothing of the site" };
	});
}

type Press = ReturnType<typeof pressedAfter>[number];

/** Presses of another control. */
const wrong = (presses: readonly Press[]): readonly Press[] =>
	presses.filter(({ key, pressed }) => pressed !== key && pressed !== "none" && pressed !== "several");

const runs = { numRuns: 6 };

/** How many of all controls are found again; the rest is not there any more, or its name was the name of its record. */
const leastFound: Readonly<Record<string, number>> = {
	renamed: 0.5,
	"a narrow window": 0.6,
	"the row is gone": 0,
	"another record in its place": 0,
	"the control is gone": 0,
};

describe("a control of a page that changed", () => {
	test("is found where it was on the same page, whatever the page", () => {
		fc.assert(
			fc.property(sites, fc.boolean(), (site, isCommit) => {
				expect(pressedAfter(site, (same) => same, isCommit).filter(({ key, pressed }) => key !== pressed)).toEqual([]);
			}),
			runs,
		);
	});

	test("two changes at once: nobody presses another one", () => {
		const any = fc.constantFrom(...Object.values(changes));
		fc.assert(
			fc.property(sites, any, any, (site, one, another) => {
				const both: Change = (before, key) => another(one(before, key), key);
				expect(wrong(pressedAfter(site, both, true))).toEqual([]);
			}),
			{ numRuns: 8 },
		);
	});

	test.each(Object.entries(changes))("%s: nobody presses another one", (name, change) => {
		const counts = { found: 0, all: 0 };
		fc.assert(
			fc.property(sites, fc.boolean(), (site, isCommit) => {
				const pressed = pressedAfter(site, change, isCommit);
				expect(wrong(pressed)).toEqual([]);
				counts.all += pressed.length;
				counts.found += pressed.filter((one) => one.pressed === one.key).length;
			}),
			runs,
		);
		expect(counts.found / counts.all).toBeGreaterThanOrEqual(leastFound[name] ?? 0.95);
	});
});
