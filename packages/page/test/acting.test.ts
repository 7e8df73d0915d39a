import { describe, expect, test } from "vitest";
import { fingerprint } from "../src/parse/fingerprint.ts";
import { parsePage } from "../src/parse/parse.ts";
import type { OpenPage } from "./browser/browser.ts";
import { useBrowser } from "./browser/browser.ts";

const browser = useBrowser();

/** Reads a page as the server does and claims one of its elements. */
async function claimOf(opened: OpenPage, id: number) {
	const view = parsePage((await opened.call("readPage")).text);
	const element = view.elements.get(id);
	if (element === undefined) throw new Error(`no element ${id}`);
	return { id, docEpoch: element.epoch, fingerprint: fingerprint(element, view) };
}

const shop = `<h1>Shop</h1><form method=post action="https://pay.example/charge" aria-label=Pay>
	<label>Card number <input autocomplete=cc-number></label> <label>Name <input name=n></label>
	<button>Pay 14.00 €</button></form>
	<a href=/cart>Cart (2)</a> <button aria-label="Remove tea">×</button>
	<div style="cursor:pointer"><p>Card with <b>words</b></p><ul><li>one<li>two</ul></div>
	<select aria-label=C><option>A</select><div style="height:3000px"></div><a href=/far>Far</a>`;

describe("before acting", () => {
	test("every element of the text is found again, with the fingerprint that the server computed", async () => {
		const opened = await browser.show(shop);
		const view = parsePage((await opened.call("readPage")).text);
		expect(view.elements.size).toBe(8);
		for (const element of view.elements.values()) {
			const wanted = fingerprint(element, view);
			const found = await opened.call("locate", { id: element.id, docEpoch: "testpage", fingerprint: wanted });
			if (!found.ok || !("facts" in found)) throw new Error(`${element.type} ${element.name} was not found`);
			expect([found.facts.role, found.facts.name]).toEqual([element.type, element.name]);
			expect([found.facts.fingerprint, found.facts.fingerprintWithoutTarget]).toContain(wanted);
			expect(found.isRelocated).toBe(false);
		}
	});

	test("a far link says which other site it leads to, and one that comes to lead there is another link", async () => {
		const opened = await browser.show(`<div style="height:9000px"></div><a href=/own>Own</a> <a href="https://evil.example/x">Theirs</a>`);
		const { text } = await opened.call("readPage");
		expect(text).toContain("<a 1>Own</> <a 2 evil.example/x>Theirs");
		const claim = await claimOf(opened, 1);
		expect(await opened.call("locate", claim)).toMatchObject({ facts: { fingerprintWithoutTarget: claim.fingerprint } });
		await opened.page.evaluate(() => {
			for (const link of document.links) link.href = "https://evil.example/y";
		});
		const found = await opened.call("locate", claim);
		if (!found.ok || !("facts" in found)) throw new Error("the link was not found");
		expect([found.facts.fingerprint, found.facts.fingerprintWithoutTarget]).not.toContain(claim.fingerprint);
	});

	test("the facts of a form are those of the text", async () => {
		const opened = await browser.show(shop);
		const found = await opened.call("locate", await claimOf(opened, 3));
		expect(found).toMatchObject({
			ok: true,
			facts: {
				role: "button",
				name: "Pay 14.00 €",
				isSensitive: false,
				form: { origin: "pay.example", path: "/charge", method: "post", submits: true, sensitive: ["card"] },
			},
		});
		expect(await opened.call("locate", await claimOf(opened, 1))).toMatchObject({ facts: { isSensitive: true } });
	});

	test("another document's id is stale", async () => {
		const opened = await browser.show("<button>A</button>");
		const claim = await claimOf(opened, 1);
		expect(await opened.call("locate", { ...claim, docEpoch: "otherone" })).toEqual({ ok: false, code: "STALE_ELEMENT" });
	});

	test("an element replaced by an equal one is found in its new place", async () => {
		const opened = await browser.show("<div id=a><button>Save</button></div>");
		const claim = await claimOf(opened, 1);
		await opened.page.evaluate(() => {
			const holder = document.getElementById("a");
			if (holder !== null) holder.innerHTML = "<p>fresh</p><button>Save</button>";
		});
		expect(await opened.call("locate", claim)).toMatchObject({ ok: true, id: 1, isRelocated: true, facts: { name: "Save" } });
	});

	test("a row that went away, or shows another entry by now, is not taken for another one", async () => {
		const rows = (...names: readonly string[]) => names.map((name) => `<li>${name} <button>Remove</button></li>`).join("");
		const isSame = async (before: string, script: string) => {
			const opened = await browser.show(`<ul id=list>${before}</ul>`);
			const claim = await claimOf(opened, 1);
			await opened.page.evaluate(script);
			return opened.call("isInSameRow", claim);
		};
		const [two, bills] = [rows("Bob", "Eve"), rows("Invoice 1041, paid", "Invoice 1042, paid")];
		const become = (name: string) => `list.firstElementChild.firstChild.data = "${name}"`;
		const others = ["list.firstElementChild.remove()", `list.innerHTML = "${rows("Eve")}"`, become("Eve ")];
		for (const script of [...others, "list.lastElementChild.append(list.querySelector('button'))"])
			expect([script, await isSame(two, script)]).toEqual([script, false]);
		expect(await isSame(bills, become("Invoice 1040, paid"))).toBe(false);
		for (const script of ["0", "list.lastElementChild.remove()", `list.insertAdjacentHTML("afterbegin", "${rows("New")}")`])
			expect([script, await isSame(two, script)]).toEqual([script, true]);
		const fields = (...names: readonly string[]) =>
			names.map((name) => `<li><input value="${name}"> <button>Remove</button></li>`).join("");
		const opened = await browser.show(`<ul>${fields("Bob", "Eve")}</ul>`);
		const claim = await claimOf(opened, 2);
		expect(await opened.call("isInSameRow", claim)).toBe(true);
		await opened.page.evaluate("document.querySelector('input').value = 'Eve'");
		expect(await opened.call("isInSameRow", claim)).toBe(false);
		expect(await isSame(rows("Bob"), `list.innerHTML = "${rows("Bob")}"`)).toBe(true);
		expect(await isSame(bills, become("Invoice 1041, open"))).toBe(false);
	});

	test("a figure that was seen to tick makes no other row, a name does", async () => {
		const rows = (...texts: readonly string[]) => texts.map((text) => `<div><p>${text}</p> <button>Buy</button></div>`).join("");
		const opened = await browser.show(`<section>${rows("Apple 190.12", "Bread 41.50", "Corn 7.10")}</section>`);
		const become = (text: string) => opened.page.evaluate((data) => document.querySelector("p")?.replaceChildren(data), text);
		const claim = await claimOf(opened, 1);
		await become("Apple 191.03");
		expect(await opened.call("isInSameRow", claim)).toBe(false);
		await opened.call("readPage");
		for (const [text, isSame] of [
			["Apple 192.44", true],
			["Plum 191.03", false],
			["Apple", true],
		] as const) {
			await become(text);
			expect([text, await opened.call("isInSameRow", claim)]).toEqual([text, isSame]);
		}
	});

	test("what has a name of its own does not depend on a figure beside it, a button does", async () => {
		const opened = await browser.show(
			"<ul><li><a href=/in>Inbox</a> <b>3</b><li><a href=/out>Sent</a></ul><ul><li>Invoice 1041 <button>Remove</button></ul>",
		);
		const [link, button] = [await claimOf(opened, 1), await claimOf(opened, 3)];
		await opened.page.evaluate(
			"document.querySelector('b').textContent = 4; document.querySelector('ul ~ ul li').firstChild.data = 'Invoice 1042 '",
		);
		expect([await opened.call("isInSameRow", link), await opened.call("isInSameRow", button)]).toEqual([true, false]);
	});

	test("of two rows that say the same, the one that is meant is told by its place in the list", async () => {
		const rows = (...texts: readonly string[]) => texts.map((text) => `<div><p>${text}</p> <button>Buy</button></div>`).join("");
		const opened = await browser.show(`<section>${rows("Tea", "Rice", "Tea")}</section>`);
		const claim = await claimOf(opened, 1);
		expect(await opened.call("isInSameRow", claim)).toBe(true);
		await opened.page.evaluate("document.querySelectorAll('p')[1].textContent = 'Corn'");
		expect(await opened.call("isInSameRow", claim)).toBe(false);
	});

	const entries = (names: readonly string[], row: (name: string) => string) => names.map(row).join("");
	const removable = (...names: readonly string[]) => entries(names, (name) => `<li>${name} <button>Remove</button></li>`);
	const say = (text: string) => `document.querySelector("li").firstChild.data = "${text} "`;
	const mail = "The beginning of a subject that each mail of this list has, word by word, and at the end of it ";
	const mails = (tag: string) => entries(["Bob", "Eve"], (name) => `${tag}<p role=gridcell>${mail}<b>${name}</b></p></div>`);
	const become = (selector: string, text: string) => `document.querySelector("${selector}").textContent = "${text}"`;
	const pie = `<svg>${entries(["J", "K", "L"], (name) => `<path d="M0 0h30v30z"/><text y=20 style="cursor:pointer"><tspan>${name}</tspan></text>`)}</svg>`;
	const toFront = "document.querySelector('svg').append(...[...document.querySelectorAll('svg > *')].slice(0, 2))";

	test.each<[what: string, html: string, script: string, isSame: boolean]>([
		["a name that goes on, as another row did", removable("Bob", "Bob Smith"), say("Bob Smith"), false],
		["a name that goes on, as no row did", removable("Bob", "Eve"), say("Bob Smith"), false],
		["a name in other capitals", removable("readme", "README"), say("README"), false],
		["an amount of another sign", removable("10", "−10"), say("−10"), false],
		["a new text beside the name", removable("Bob", "Eve"), "document.querySelector('li').append(' sent')", true],
		["two buttons in one card", "<div><h3>Bob</h3><button>Edit</button> <button>Edit</button></div>", become("h3", "Eve"), false],
		["a question", "<div role=dialog><p>Delete Bob?</p><button>Yes</button></div>", become("p", "Delete Eve?"), false],
		["a row with a long name", `<div role=grid>${mails("<div role=row tabindex=0>")}</div>`, become("b", "Zed"), false],
		["a card with a long name", mails(`<div style="cursor:pointer">`), become("b", "Zed"), false],
		["a card with a long name, another one", mails(`<div style="cursor:pointer">`), become("div + div b", "Zed"), true],
		["a drawn text that its page moves to the front", pie, toFront, true],
	])("a row is told by all it says: %s", async (_what, html, script, isSame) => {
		const opened = await browser.show(html);
		const [first = 0] = await opened.call("ids");
		const claim = await claimOf(opened, first);
		expect(await opened.call("isInSameRow", claim)).toBe(true);
		await opened.page.evaluate(script);
		expect(await opened.call("isInSameRow", claim)).toBe(isSame);
	});

	test("an amount of money around a control counts in letters, with other signs and digits too", async () => {
		const isSame = async (before: string, after: string) => {
			const { call, page } = await browser.show(`<form><p id=sum>${before}</p><button>Pay</button></form>`);
			await call("readPage");
			await page.evaluate((text) => document.getElementById("sum")?.replaceChildren(text), after);
			return call("hasSameAmounts", 1);
		};
		for (const text of ["14 EUR", "Rs. 14", "14 kr", "₩14", "4.5 BTC", "١٤ $"])
			expect([text, await isSame(text, text.replace(/[4٤]/, "9")), await isSame(text, `${text}, soon`)]).toEqual([text, false, true]);
		expect(await isSame("14 days left, 9:41", "15 days left, 9:42")).toBe(true);
	});

	test("an amount in a field counts by its own sign, by the one of the field, and as a number alone", async () => {
		const isSame = async (label: string, before: string, after: string) => {
			const { call, page } = await browser.show(
				`<form><label>${label} <input id=sum value="${before}"></label><button>Save</button></form>`,
			);
			await call("readPage");
			await page.evaluate((text) => {
				(document.getElementById("sum") as HTMLInputElement).value = text;
			}, after);
			return call("hasSameAmounts", 2);
		};
		expect(await isSame("Amount (€)", "20", "90")).toBe(false);
		expect(await isSame("Sum", "20 EUR", "90 EUR")).toBe(false);
		expect(await isSame("Amount", "20", "2000")).toBe(false);
		expect(await isSame("Amount (€)", "20", "20")).toBe(true);
		expect(await isSame("Note", "room 20", "room 90")).toBe(true);
	});

	test("nothing is found if it is gone or ambiguous", async () => {
		const opened = await browser.show("<div id=a><button>Save</button></div>");
		const claim = await claimOf(opened, 1);
		const replace = async (html: string) =>
			opened.page.evaluate((inner) => {
				const holder = document.getElementById("a");
				if (holder !== null) holder.innerHTML = inner;
			}, html);
		await replace("<button>Delete</button>");
		expect(await opened.call("locate", claim)).toEqual({ ok: false, code: "STALE_ELEMENT" });
		await replace("<button>Save</button><button>Save</button>");
		expect(await opened.call("locate", claim)).toEqual({ ok: false, code: "STALE_ELEMENT" });
	});

	test("nothing is found if an equal element may stand in the unread part", async () => {
		const opened = await browser.show("<div id=a><button>Save</button></div>");
		const claim = await claimOf(opened, 1);
		await opened.page.evaluate(() => {
			const holder = document.getElementById("a");
			if (holder !== null) holder.innerHTML = `<button>Save</button>${"<p>text</p>".repeat(1_000)}`;
		});
		expect(await opened.call("isFoundInTicks", claim, 8)).toBe(false);
		expect(await opened.call("isFoundInTicks", claim, 1_000)).toBe(true);
	});

	test("a form with a new target has another fingerprint", async () => {
		const opened = await browser.show(shop);
		const claim = await claimOf(opened, 3);
		await opened.page.evaluate(() => document.querySelector("form")?.setAttribute("action", "https://evil.example/x"));
		const found = await opened.call("locate", claim);
		if (!found.ok || !("facts" in found)) throw new Error("it is still there");
		expect(found.facts.fingerprint).not.toBe(claim.fingerprint);
		expect(found.facts.form).toMatchObject({ origin: "evil.example", path: "/x" });
	});
});

describe("looking things up", () => {
	test("controls come first, then text, which gets an id and keeps it", async () => {
		const opened = await browser.show(
			"<p>The green tea is hot</p><button>Green Tea</button><input aria-label='tea  green'><p style='display:none'>green tea hidden</p>",
		);
		await opened.call("readPage");
		const found = await opened.call("find", " GREEN  tea ");
		expect(found).toEqual({ ok: true, shown: 2, total: 2, text: "… 2 found\n<button 1>Green Tea\n<text 3>The green tea is hot" });
		expect((await opened.call("readPage")).text).toContain("<text 3*>The green tea is hot");
	});

	test("a selector works through open shadow roots, and a bad one is named so", async () => {
		const opened = await browser.show(
			"<div id=h></div><p class=x>Outside</p><script>document.getElementById('h').attachShadow({mode:'open'}).innerHTML='<button class=x>Inside</button>'</script>",
		);
		await opened.call("readPage");
		expect(await opened.call("find", "css:.x")).toMatchObject({ ok: true, total: 2, text: "… 2 found\n<text 2>Outside\n<button 1>Inside" });
		expect(await opened.call("find", "css:[[")).toEqual({ ok: false, code: "BAD_SELECTOR" });
	});

	test("a form that is found by a selector can be acted on", async () => {
		const opened = await browser.show("<form><p>Area</p></form>");
		expect(await opened.call("find", "css:form")).toMatchObject({ text: "… 1 found\n<text 1>Area" });
		const claim = await claimOf(opened, 1);
		expect(await opened.call("locate", claim)).toMatchObject({ ok: true, id: 1, isRelocated: false, facts: { role: "form" } });
	});

	test("at most fifty matches are shown, with their total", async () => {
		const opened = await browser.show("<p>tea</p>".repeat(80));
		expect(await opened.call("find", "tea")).toMatchObject({ shown: 50, total: 80 });
	});

	test("options of one name are called with their group", async () => {
		const groups = "<optgroup label=Germany><option>Berlin<option>Bonn</optgroup><optgroup label=USA><option selected>Berlin</optgroup>";
		const opened = await browser.show(`<select aria-label=Town>${groups}</select>`);
		expect(await opened.body()).toContain('value="USA: Berlin" options="Germany: Berlin|Bonn|USA: Berlin*"');
		expect(await opened.call("options", 1)).toMatchObject({
			text: expect.stringContaining("| Germany: Berlin | Berlin\n| Bonn\n| USA: Berlin*"),
		});
	});

	test("options show label, value, choice and disabled state", async () => {
		const opened = await browser.show(
			"<select aria-label=C><option value=FR selected>France<option value=Spain>Spain<option value=IT disabled>Italy</select>",
		);
		await opened.call("readPage");
		expect(await opened.call("options", 1)).toMatchObject({
			total: 3,
			text: "… 3 options\n| France* | FR\n| Spain\n| Italy | IT | disabled",
		});
		expect(await opened.call("options", 99)).toEqual({ ok: false, code: "NOT_FOUND" });
	});

	test("a long text in a field can be read whole, a secret one cannot", async () => {
		const opened = await browser.show(
			`<textarea aria-label=T>${"word ".repeat(100)}last</textarea><textarea aria-label="Your PIN">CANARY</textarea>`,
		);
		const { text } = await opened.call("readPage");
		expect(text).not.toContain("last");
		expect(await opened.call("expand", 1)).toMatchObject({ text: `… 1 lines\n${"word ".repeat(100)}last` });
		expect(JSON.stringify(await opened.call("expand", 2))).not.toContain("CANARY");
	});

	test("a line that is too long for an answer is cut", async () => {
		const opened = await browser.show(`<textarea aria-label=T>${"word ".repeat(5_000)}</textarea><p id=p>${"lorem ".repeat(5_000)}</p>`);
		await opened.call("readPage");
		const [field, text] = [await opened.call("expand", 1), await opened.call("find", "css:#p")];
		expect(field).toMatchObject({ ok: true, shown: 1, total: 1, text: expect.stringMatching(/^… 1 lines\n(word ){3000,}[word ]*…$/) });
		const id = Number(/<text (\d+)>/.exec(text.ok ? text.text : "")?.[1]);
		expect(await opened.call("expand", id)).toMatchObject({ ok: true, text: expect.stringMatching(/(lorem ){3000,}[lorem ]*…$/) });
	});

	test("the content of many elements is read in the time of one reading", async () => {
		const inner = "<p>Green tea with a few more words beside it</p>".repeat(2_000);
		const opened = await browser.show(`${"<div>".repeat(40)}${inner}${"</div>".repeat(40)}`);
		const found = await opened.call("findTicks", "css:div", 600);
		if (!found.ok) throw new Error("they are there");
		expect(found.text.split("\n")).toEqual([
			"… 40 found",
			...Array.from({ length: 40 }, (_, index) => expect.stringMatching(new RegExp(`^<text ${index + 1}>Green tea .*…$`))),
		]);
		expect(await opened.call("findTicks", "css:div", 20)).toMatchObject({ text: expect.stringContaining("the time did not suffice") });
	});

	test("a collapsed part can be expanded", async () => {
		const rows = Array.from(
			{ length: 400 },
			(_, index) => `<li><a href="/item/${index}">Item number ${index}</a> with a few words beside it</li>`,
		).join("");
		const opened = await browser.show(`<h1>List</h1><ul>${rows}</ul><h2>Words</h2><p>${"lorem ipsum ".repeat(100)}</p>`);
		const { text } = await opened.call("readPage", 3_000, 6_000);
		expect(text.length).toBeLessThanOrEqual(6_000);
		const more = /… ([\d,]+) more like this, ids (\d+)-(\d+), expand\((\d+)\)/.exec(text);
		const answer = await opened.call("expand", Number(more?.[4]));
		expect(answer.ok && answer.text).toContain(`<a ${more?.[2]}>Item number ${Number(more?.[2]) - 1}`);
		expect(answer.ok && answer.total).toBe(Number(more?.[1]));
	});
});

test("frames leave less space for the text around them, whose collapsed parts can be expanded", async () => {
	const { call } = await browser.show(
		`<iframe title=F></iframe><button>A</button><div style="height:3000px"></div>${Array.from({ length: 40 }, (_, index) => `<p>${`far ${index} `.repeat(100)}</p>`).join("")}`,
	);
	const whole = (await call("readPage")).text;
	expect(whole).toContain("@shown");
	const fitted = await call("refit", 6_000, 20_000);
	expect(fitted?.text.length).toBeLessThanOrEqual(6_000);
	expect(fitted?.text).toContain("<button 2>A");
	const part = Number(/expand\((\d+)\)/.exec(fitted?.text ?? "")?.[1]);
	expect(await call("expand", part)).toMatchObject({ ok: true });
	expect(await call("refit", 50_000, 200_000)).toBeNull();
});

describe("after an action", () => {
	test("an announcement is read as a user sees it, in shadow roots too, without card numbers", async () => {
		const { call, page } = await browser.show(
			`<p role=alert>Your card 4111 1111 1111 1111 was declined<i hidden>CANARY</i></p><div role=alert style="opacity:0">CANARY</div><div id=h></div>`,
		);
		await page.evaluate(() => {
			const root = document.getElementById("h")?.attachShadow({ mode: "open" });
			root?.append(Object.assign(document.createElement("p"), { role: "alert", textContent: "Try another" }));
		});
		await call("readPage");
		expect(await call("alertText")).toBe("Your card •••• •••• •••• 1111 was declined Try another");
	});

	test("all announcements share one time limit, and empty ones take none of it", async () => {
		const { call, evaluate } = await browser.show("<p role=alert></p>".repeat(100) + "<p role=alert>n</p>".repeat(100));
		await evaluate("globalThis.time = 0; performance.now = () => { time += 1_000; return time; }");
		const text = await call("alertText");
		await evaluate("delete performance.now");
		expect(text).toMatch(/^n( n){3,40}$/);
	});

	test("a page that does nothing is quiet, and nothing changed", async () => {
		const { call } = await browser.open("<button>A</button>");
		await call("resetBaseline", "button");
		await call("actionEnded");
		await expect.poll(() => call("isQuiet"), { interval: 50 }).toBe("quiet");
		expect(await call("sinceBaseline")).toEqual({
			addedCount: 0,
			removedCount: 0,
			dropdownDetected: false,
			hasFormChange: false,
			hasNetwork: false,
			hasChanged: false,
		});
	});

	test("element nodes are counted with what is inside them, scripts and styles apart", async () => {
		const { call, page } = await browser.open("<button>A</button><div id=d><i></i><i></i></div>");
		await call("resetBaseline", "button");
		await page.evaluate(() => {
			document.getElementById("d")?.remove();
			document.body.insertAdjacentHTML("beforeend", "<ul><li>a<li>b</ul><style></style>");
		});
		expect(await call("sinceBaseline")).toMatchObject({ addedCount: 3, removedCount: 3 });
	});

	test("a document without the target reports changes since the action began, but no dropdown", async () => {
		const { call, page } = await browser.open("<button>A</button>");
		const add = () => page.evaluate(() => document.body.insertAdjacentHTML("beforeend", "<div role=menu>x</div>"));
		expect(await call("sinceBaseline", 60_000)).toMatchObject({ hasChanged: true });
		expect(await call("sinceBaseline", 0)).toMatchObject({ hasChanged: false });
		await call("resetBaseline", null);
		await add();
		await call("sinceBaseline");
		await call("passTime", 5_000);
		expect(await call("sinceBaseline", 4_000)).toMatchObject({ hasChanged: false });
		await add();
		expect(await call("sinceBaseline", 4_000)).toMatchObject({ hasChanged: true, dropdownDetected: false });
	});

	test("a page that moves a large part again and again is not counted beyond the maximum", async () => {
		const { call, evaluate, page } = await browser.open("<button>A</button><div id=d></div><style id=s></style>");
		await evaluate('document.getElementById("d").innerHTML = "<i></i>".repeat(20_000)');
		await call("resetBaseline", "button");
		await evaluate(`globalThis.asked = 0; for (const key of ["querySelectorAll", "getElementsByTagName"]) {
			const real = Element.prototype[key];
			Element.prototype[key] = function (...given) { asked += 1; return real.apply(this, given); };
		}`);
		await page.evaluate(() => {
			const part = document.getElementById("d");
			for (let move = 0; move < 60 && part !== null; move += 1) document.body.append(part);
		});
		expect(await call("sinceBaseline")).toMatchObject({ addedCount: 10_000, removedCount: 10_000 });
		expect(await evaluate("asked")).toBeLessThan(20);
	});

	test.each([
		["the end of the task", "stopCounting", 0],
		["a minute without a question", "pass", 60_000],
	] as const)("a page is not observed after %s, until the next action", async (_when, way, ms) => {
		const { call, evaluate, page } = await browser.open("<button>A</button>");
		const add = () => page.evaluate(() => document.body.append(document.createElement("i")));
		await evaluate(`globalThis.counted = 0;
			Element.prototype.getElementsByTagName = function () { counted += 1; return []; };`);
		await call("resetBaseline", "button");
		await add();
		expect(await evaluate("counted")).toBe(1);
		await (way === "pass" ? call("passTime", ms) : call("stopCounting"));
		await add();
		expect(await evaluate("counted")).toBe(1);
		await call("resetBaseline", "button");
		await add();
		expect(await call("sinceBaseline")).toMatchObject({ addedCount: 1, removedCount: 0 });
	});

	test("a request is noticed", async () => {
		const { call, page } = await browser.open("<button>A</button>");
		await call("resetBaseline", "button");
		await page.evaluate(async () => fetch("/x"));
		await expect.poll(() => call("sinceBaseline")).toMatchObject({ hasNetwork: true });
	});

	test("a ticker that ran before does not keep a page from being quiet", async () => {
		const { call, page } = await browser.open(
			"<button>A</button><p id=t>0</p><script>setInterval(() => { document.getElementById('t').textContent = String(Date.now()) }, 40)</script>",
		);
		await expect.poll(() => call("isQuiet"), { interval: 50 }).toBe("waiting");
		// It has just ticked, however slow the machine is.
		await page.evaluate(
			() =>
				new Promise<void>((resolve) => {
					new MutationObserver(() => resolve()).observe(document.body, { subtree: true, childList: true });
				}),
		);
		await call("resetBaseline", "button");
		await call("actionEnded");
		await expect.poll(() => call("isQuiet"), { interval: 30 }).toBe("quiet");
	});

	test("a menu that opens near the target, or an expanded one, is a dropdown", async () => {
		const menu =
			"<div id=b><button aria-expanded=false>A</button></div><ul id=m style='position:absolute;display:none'><li>x</ul><div id=s></div>";
		const { call, page } = await browser.open(menu);
		await call("resetBaseline", "button");
		expect(await call("sinceBaseline")).toMatchObject({ dropdownDetected: false });
		await page.evaluate(() => {
			const list = document.getElementById("m");
			if (list !== null) list.style.display = "block";
		});
		expect(await call("sinceBaseline")).toMatchObject({ dropdownDetected: true });
		// In a shadow root, beside a button that the page has replaced meanwhile.
		await page.evaluate(() => {
			const root = document.getElementById("s")?.attachShadow({ mode: "open" });
			root?.append(document.createElement("i"));
		});
		await call("readPage");
		await call("resetBaseline", "button");
		await page.evaluate(() => {
			const bar = document.getElementById("b");
			if (bar !== null) bar.innerHTML = "<button>A</button>";
		});
		expect(await call("sinceBaseline")).toMatchObject({ dropdownDetected: false });
		await page.evaluate(() => {
			const list = document.getElementById("s")?.shadowRoot?.firstElementChild;
			list?.setAttribute("role", "listbox");
			list?.replaceChildren("one");
		});
		expect(await call("sinceBaseline")).toMatchObject({ dropdownDetected: true });
		await call("resetBaseline", "button");
		await page.evaluate(() => document.querySelector("button")?.setAttribute("aria-expanded", "true"));
		expect(await call("sinceBaseline")).toMatchObject({ dropdownDetected: true });
	});

	test("a value or tick in the form of the target is a change of the form", async () => {
		const { call, page } = await browser.open("<form><input type=checkbox><button type=button>A</button></form><input id=o>");
		await call("resetBaseline", "button");
		await page.fill("#o", "x");
		expect(await call("sinceBaseline")).toMatchObject({ hasFormChange: false });
		await page.check("[type=checkbox]");
		expect(await call("sinceBaseline")).toMatchObject({ hasFormChange: true });
	});

	test("a number beside the target is a change, a text elsewhere is not", async () => {
		const { call, page } = await browser.open("<p id=t>now</p><div><span id=n>1</span><button>+</button></div>");
		const write = async (id: string, text: string) =>
			await page.evaluate(([of, value]) => document.getElementById(of ?? "")?.replaceChildren(value ?? ""), [id, text]);
		await call("resetBaseline", "button");
		await write("t", "later");
		expect(await call("sinceBaseline")).toMatchObject({ hasFormChange: false });
		await write("n", "2");
		expect(await call("sinceBaseline")).toMatchObject({ hasFormChange: true });
	});

	test("a clock near the target is no change", async () => {
		const { call, page } = await browser.open(`<main><p id=t>12:00</p><button>Dead</button>${"<p>text</p>".repeat(20)}</main>`);
		await call("resetBaseline", "button");
		await page.evaluate(() => document.getElementById("t")?.replaceChildren("12:01"));
		expect(await call("sinceBaseline")).toMatchObject({ hasFormChange: false });
	});

	test("a moved target is a change, one that only lifts or scrolls is not", async () => {
		const html =
			"<div id=box style='height:60px;overflow:auto'><div style='height:900px'><button style='position:relative'>A</button></div></div>";
		const { call, page } = await browser.open(html);
		const moveBy = async (value: string) =>
			await page.evaluate((transform) => document.querySelector("button")?.style.setProperty("transform", transform), value);
		await call("resetBaseline", "button");
		await moveBy("translateY(-3px)");
		await page.evaluate(() => document.getElementById("box")?.scrollTo(0, 40));
		expect(await call("sinceBaseline")).toMatchObject({ hasFormChange: false });
		await moveBy("translateX(30px)");
		expect(await call("sinceBaseline")).toMatchObject({ hasFormChange: true });
	});
});
