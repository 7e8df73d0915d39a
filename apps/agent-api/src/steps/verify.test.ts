import { parseAction } from "@webhand/contracts/action/parse";
import type { Expectation } from "@webhand/contracts/agent/task";
import { parsePage } from "@webhand/page/parse/parse";
import { describe, expect, test } from "vitest";
import { beforeStateOf, changeSince } from "./facts/before.ts";
import { defaultExpectation } from "./facts/expect.ts";
import { keysOf } from "./facts/keys.ts";
import type { Report } from "./facts/observe.ts";
import { lookedAgain } from "./facts/restless.ts";
import { isSensitiveTarget } from "./facts/sensitive.ts";
import { targetIdOf, targetOf } from "./facts/target.ts";
import { isSameButFormat, verifyAction } from "./verify.ts";

const body = [
	"# Checkout",
	'<form "Delivery" post>',
	' <input 1 "Full name">',
	' <select 2 "Country" value="Austria" options="Austria*|Belgium|France">',
	' <checkbox 3 "Gift">',
	' <password 4 "Password">',
	" <button 5 submit>Send",
	"<button 6 collapsed>Menu",
	'<file 7 "CV">',
	"<box 8 at=10,10>Piece",
	"<a 9 /more>More",
].join("\n");

type PageParts = {
	readonly url?: string;
	readonly title?: string;
	readonly epoch?: string;
	readonly screen?: string;
	readonly header?: string;
	readonly body?: string;
};

const page = ({
	url = "https://a.example/form",
	title = "Form",
	epoch = "e1",
	screen = "1 of 2",
	header = "",
	body: lines = body,
}: PageParts = {}) =>
	parsePage(
		`@page 1\n@url ${url}\n@title ${title}\n@epoch ${epoch}\n@screen 1280x800, page ${screen}\n${header}${header === "" ? "" : "\n"}\n@view\n${lines}`,
	);

type Case = {
	readonly action: string;
	readonly was?: PageParts;
	readonly after?: PageParts;
	readonly report?: Report;
	readonly expect?: Expectation;
	readonly waits?: number;
	/** The page at the second look, between `after` and the action. */
	readonly between?: PageParts;
	readonly hasNoBefore?: boolean;
};

function verdictOf({ action: text, was = {}, after = {}, report = {}, expect: said, hasNoBefore = false, ...rest }: Case) {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	const { action } = parsed;
	const [before, now] = [page(was), page(after)];
	const first = beforeStateOf(before, action);
	const state = hasNoBefore ? null : rest.between === undefined ? first : lookedAgain(first, page(rest.between));
	const done = { action, keys: keysOf(action, before) };
	return verifyAction({
		action,
		before: state,
		page: now,
		change: state === null ? { added: 0, removed: 0, isSame: false } : changeSince(state, now, done),
		report,
		expect: said ?? defaultExpectation(action, targetOf(action, before), isSensitiveTarget(before, targetIdOf(action))),
		isExplicit: said !== undefined,
		waits: rest.waits ?? (rest.between === undefined ? 0 : 1),
	});
}

const swap = (from: string, to: string): PageParts => ({ body: body.replace(from, to) });
const shown = (input: Case) => {
	const verdict = verdictOf(input);
	return verdict.kind === "settled" ? `${verdict.verdict} ${verdict.confidence}` : verdict.kind;
};

describe("a form that the page refuses to take is a failure that names its errors", () => {
	const wrong = swap('"Full name"', '"Full name" invalid error="Please fill out this field."');
	const name = '"Full name" "Please fill out this field."';
	const observed = (input: Case) => verdictOf(input).observations.filter((text) => text.startsWith("validation_error"));

	test("every required field is named", () => {
		const after = { body: (wrong.body ?? "").replace('"Password"', '"Password" invalid') };
		expect(shown({ action: "click(5)", after })).toBe("failure 0.9");
		expect(observed({ action: "click(5)", after })).toEqual([`validation_error ${name}`, 'validation_error "Password" invalid']);
	});

	test.each(['press(5, "Enter")', 'press("Enter")', 'setValue(1, "Ada", true)', 'setValue(4, "hunter2", true)'])("%s", (action) => {
		const after = { body: body.replace('"Country"', '"Country" invalid error="Choose one"') };
		expect(shown({ action, after })).toBe("failure 0.9");
	});

	test("also where more of the page changed with it, or the document was made anew", () => {
		expect(shown({ action: "click(5)", after: { body: `${wrong.body}\n<a 30 /help>Help` } })).toBe("failure 0.9");
		expect(shown({ action: "click(5)", after: { ...wrong, epoch: "e2" } })).toBe("failure 0.9");
	});

	test.each([
		...["Wrong password, try again", "Email is required", "This address isn't valid", "Passwords do not match", "Please fill in your name"],
		...["Bitte Namen eingeben", "Veuillez saisir votre adresse", "Неверный пароль", "パスワードを入力してください"],
	])("with the message “%s”", (text) => {
		expect(shown({ action: "click(5)", after: { header: `@alert "${text}"` } })).toBe("failure 0.9");
	});

	test("a sign-in that answers with a message", () => {
		const after = { header: '@alert "Enter your password"' };
		expect(shown({ action: "click(5)", after })).toBe("failure 0.9");
		expect(observed({ action: "click(5)", after })).toEqual(['validation_error "Enter your password"']);
	});

	test("a message of thanks is none, nor are errors that stood there, another form's, or another page's", () => {
		for (const text of [
			...["Message sent", "Please wait", "Saved with no errors", "Check your inbox", "Thank you, no further action is required"],
			...["Order placed. You cannot change it any more", "You don't need to do anything else"],
		])
			expect(observed({ action: "click(5)", after: { header: `@alert "${text}"` } })).toEqual([]);
		expect(observed({ action: "click(5)", was: wrong, after: wrong })).toEqual([]);
		expect(observed({ action: "click(6)", after: wrong })).toEqual([]);
		expect(shown({ action: "click(5)", after: { ...wrong, url: "https://a.example/done" } })).toBe("success 0.85");
	});

	test("a button outside any form that tells of its work has sent none, whatever words it uses", () => {
		const beside = { body: body.replace("<button 6 collapsed>Menu", "<button 6>Add to cart") };
		for (const text of ["Added. Items in your cart can't be reserved", "Saved. You must publish it yourself"])
			expect(observed({ action: "click(6)", was: beside, after: { ...beside, header: `@alert "${text}"` } })).toEqual([]);
	});

	test("leaving a field for another is no sending", () => {
		expect(observed({ action: "click(2)", after: wrong })).toEqual([]);
		expect(
			shown({ action: 'setValue(4, "hunter2")', after: { body: (wrong.body ?? "").replace('"Password"', '"Password" filled') } }),
		).toBe("success 1");
	});

	test("a button by script that opened its menu did what it should", () => {
		const after = { body: `${body.replace("collapsed", "expanded")}\n<input 40 "City" invalid>` };
		expect(shown({ action: "click(6)", after })).toBe("success 0.85");
	});

	test("what its decider expected and saw is a success all the same", () => {
		expect(
			shown({ action: "click(5)", expect: { kind: "text_appears", text: "Thank you" }, after: { body: `${wrong.body}\nThank you` } }),
		).toBe("success 0.95");
	});
});

describe("a form that answers in plain text and stands there as before", () => {
	const form = (lines: readonly string[], town = ' value="Bath"') => ({
		body: ["# Order", '<form "Order" post>', ` <input 1 "Town"${town}>`, ...lines, " <button 5 submit>Send", "<a 9 /more>More"].join("\n"),
	});
	const was = form([]);
	const report: Report = { clientObservations: { didNetworkOccur: true, didDomMutate: true } };

	test.each([
		["under a field", form([" Hier stimmt noch etwas nicht"]), "judge"],
		["beside a field", { body: (was.body ?? "").replace('value="Bath">', 'value="Bath"></> Nie ma takiego miasta') }, "judge"],
		["behind its button", { body: (was.body ?? "").replace("Send", "Send\n Nope, sorry") }, "judge"],
		["in a new document", { ...form([" Prøv igjen"]), epoch: "e2" }, "judge"],
		["with a link to help beside it", form([" Hmm <a 30* /forgot>Forgot it?"]), "judge"],
		["and wants a field that is empty", form([' <input 2 "Zip" required>', " Nope"]), "failure 0.9"],
		["but brought a control elsewhere", { body: `${form([" 1 order"]).body}\n<button 31*>Undo` }, "success 0.85"],
		["but the page went on", { ...form([" Nope"]), url: "https://a.example/done" }, "success 0.85"],
		["but opened a dialog", { ...form([" Nope"]), header: '@dialog "Sure?" 30' }, "success 0.85"],
	] as const)("%s", (name, after, expected) => {
		const start = name.startsWith("and wants") ? form([' <input 2 "Zip" required>']) : was;
		for (const action of ["click(5)", 'press(1, "Enter")']) expect(shown({ action, was: start, after, report })).toBe(expected);
	});

	test("but emptied its fields: the field that Enter was pressed in shows it", () => {
		expect(shown({ action: 'press(1, "Enter")', was, after: form([" Takk!"], ""), report })).toBe("success 0.85");
	});

	test("is quoted, and no success to a decider without a model", () => {
		const { observations } = verdictOf({ action: "click(5)", was, after: form([" Hier stimmt noch etwas nicht"]), report });
		expect(observations[0]).toBe('form_same "Hier stimmt noch etwas nicht"');
		const emptied = verdictOf({ action: "click(5)", was, after: form([" Takk!"], ""), report });
		expect(emptied.observations.join()).not.toContain("form_same");
	});

	test("a value that is sent with Enter is not taken because it stands in its field", () => {
		const after = form([" Nope"]);
		expect(shown({ action: 'setValue(1, "Bath", true)', was: form([], ""), after, report })).toBe("judge");
		expect(shown({ action: 'setValue(1, "Bath", true)', was: form([], ""), after: form([]), report })).toBe("success 1");
	});

	test("outside any form the words count where they stand between the fields and the button", () => {
		const loose = (above: string, below: string) => ({
			body: `# Order\n<input 1 "Town" value="Bath">\n${above}<input 2 "Zip" value="8">\n<button 5>Send\n${below}`,
		});
		expect(shown({ action: "click(5)", was: loose("", ""), after: loose("Nope\n", ""), report })).toBe("judge");
		const facts = (after: PageParts) => verdictOf({ action: "click(5)", was: loose("", ""), after, report }).observations.join();
		expect(facts(loose("Nope\n", ""))).toContain("form_same");
		expect(facts(loose("", "Total: 3"))).not.toContain("form_same");
	});
});

describe("an explicit expectation that is met is a success of 0.95", () => {
	test.each([
		["url_contains", { kind: "url_contains", text: "/DONE" }, { url: "https://a.example/done" }],
		["url_changes", { kind: "url_changes" }, { url: "https://a.example/done" }],
		["text_appears", { kind: "text_appears", text: "thank  you" }, { body: `${body}\nThank you!` }],
		["text_gone", { kind: "text_gone", text: "Checkout" }, swap("# Checkout", "# Done")],
		["value_is", { kind: "value_is", id: 1, value: "Ada" }, swap('"Full name"', '"Full name" value="Ada"')],
		["state_is", { kind: "state_is", id: 6, state: "expanded", on: true }, swap("collapsed", "expanded")],
		["element_appears", { kind: "element_appears", name: "close", role: "button" }, { body: `${body}\n<button 20>Close` }],
		["element_gone", { kind: "element_gone", id: 9 }, swap("<a 9 /more>More", "")],
		["dialog_opens", { kind: "dialog_opens" }, { header: '@dialog "Sure?" 30' }],
		["any_change", { kind: "any_change" }, swap("# Checkout", "# Done")],
	] as const)("%s", (_name, expected, after) => {
		expect(shown({ action: "click(6)", expect: expected as Expectation, after })).toBe("success 0.95");
		expect(shown({ action: "click(6)", expect: expected as Expectation })).not.toBe("success 0.95");
	});

	test("dialog_closes", () => {
		const was = { header: '@dialog "Sure?" 30' };
		expect(shown({ action: "click(6)", expect: { kind: "dialog_closes" }, was })).toBe("success 0.95");
		expect(shown({ action: "click(6)", expect: { kind: "dialog_closes" }, was, after: was })).not.toBe("success 0.95");
	});

	test("none is never met, so it proves nothing", () => {
		expect(shown({ action: "click(6)", expect: { kind: "none" }, after: swap("# Checkout", "# Done") })).toBe("judge");
	});

	test("an element id means nothing in another document", () => {
		const after = { ...swap('"Full name"', '"Full name" value="Ada"'), epoch: "e2" };
		expect(shown({ action: "click(6)", expect: { kind: "value_is", id: 1, value: "Ada" }, after })).not.toBe("success 0.95");
	});
});

describe("an outcome that may still come is waited for, twice at most", () => {
	test.each([
		["the client says pending", { report: { lastActionStatus: "pending" } }],
		["the client does not know", { report: { lastActionError: { code: "OUTCOME_UNKNOWN", message: "?", action: "click(6)" } } }],
		["the page is busy and shows nothing yet", { after: { header: "@pending yes" } }],
	] as const)("%s", (_name, facts) => {
		expect(shown({ action: "click(6)", ...facts })).toBe("open");
		expect(shown({ action: "click(6)", ...facts, waits: 1 })).toBe("open");
		expect(shown({ action: "click(6)", ...facts, waits: 2 })).toBe("failure 0.9");
	});

	test("a busy page that shows an effect is settled at once", () => {
		expect(shown({ action: "click(6)", after: { header: "@pending yes", url: "https://a.example/next" } })).toBe("success 0.85");
	});

	test.each([
		["a value that stands there already", 'setValue(2, "Austria")', {}, "success 1"],
		["a page that was scrolled", 'scroll("down")', { screen: "2 of 2" }, "success 0.9"],
		["a message that appeared", "click(6)", { header: '@pending yes\n@alert "Saved"' }, "judge"],
	] as const)("a page that never rests does not hold up %s", (_name, action, after, expected) => {
		expect(shown({ action, after: { header: "@pending yes", ...after } })).toBe(expected);
	});

	test("a value that is already there needs no waiting", () => {
		expect(
			shown({
				action: 'setValue(1, "Ada")',
				report: { lastActionStatus: "pending" },
				after: swap('"Full name"', '"Full name" value="Ada"'),
			}),
		).toBe("success 1");
	});
});

describe("an error of the client is a failure unless the value is there", () => {
	const report: Report = { lastActionStatus: "failure", lastActionError: { code: "STALE_ELEMENT", message: "gone", action: "x" } };
	test.each([
		"click(6)",
		'setValue(1, "Ada")',
		'select(2, "France")',
		'press("Enter")',
		"hover(6)",
		'scroll("down")',
		"wait(1)",
		"reload()",
		'navigate("https://a.example/x")',
		'find("tea")',
	])("%s", (action) => {
		expect(shown({ action, report })).toBe("failure 0.95");
	});
	test("the page's own word beats the client's", () => {
		expect(shown({ action: 'setValue(1, "Ada")', report, after: swap('"Full name"', '"Full name" value="Ada"') })).toBe("success 1");
	});
});

describe("a value that was set is read back", () => {
	const named = (value: string) => swap('"Full name"', `"Full name" value="${value}"`);
	test.each([
		["equal", 'setValue(1, "Ada")', named("Ada"), "success 1"],
		["equal but for spacing and quotes", 'setValue(1, " Ada  \\"A\\" ")', named("Ada 'A'"), "success 1"],
		["cut by the page text", `setValue(1, "${"long ".repeat(30)}")`, named(`${"long ".repeat(15)}lon…`), "success 1"],
		["a phone number in groups", 'setValue(1, "+4912345678")', named("+49 123 456-78"), "success 0.9"],
		["a date in another order", 'setValue(1, "2026-01-30")', named("01/30/2026"), "success 0.9"],
		["an amount with other separators", 'setValue(1, "1234.5")', named("1.234,50 €"), "success 0.9"],
		["another value", 'setValue(1, "Ada")', named("Bob"), "failure 0.9"],
		["still empty", 'setValue(1, "Ada")', {}, "failure 0.9"],
		["emptied", 'setValue(1, "")', {}, "success 1"],
		["ticked", 'setValue(3, "true")', swap('"Gift"', '"Gift" checked'), "success 1"],
		["not ticked", 'setValue(3, "true")', {}, "failure 0.9"],
		["unticked", 'setValue(3, "false")', {}, "success 1"],
		["a secret that is filled", 'setValue(4, "•••")', swap('"Password"', '"Password" filled'), "success 1"],
		["a secret that is not", 'setValue(4, "•••")', {}, "failure 0.9"],
		["submitted, and the page went on", 'setValue(1, "Ada", true)', { url: "https://a.example/next", epoch: "e2" }, "success 0.85"],
		[
			"chosen",
			'select(2, "France")',
			swap('value="Austria" options="Austria*|Belgium|France"', 'value="France" options="Austria|Belgium|France*"'),
			"success 1",
		],
		["not chosen", 'select(2, "France")', {}, "failure 0.9"],
		["uploaded", 'upload(7, "cv.pdf")', swap('"CV"', '"CV" value="cv.pdf"'), "success 1"],
		["another file", 'upload(7, "cv.pdf")', swap('"CV"', '"CV" value="x.txt"'), "failure 0.9"],
		["a file whose name ends like it", 'upload(7, "cv.pdf")', swap('"CV"', '"CV" value="old-cv.pdf"'), "failure 0.9"],
		["a file behind a made-up folder", 'upload(7, "cv.pdf")', swap('"CV"', '"CV" value="C:\\fakepath\\cv.pdf"'), "success 1"],
		["a number that lost its point", 'setValue(1, "12.50")', named("1250"), "failure 0.9"],
		["a number that lost its sign", 'setValue(1, "-15")', named("15"), "failure 0.9"],
		["a code with another letter", 'setValue(1, "B-1234")', named("C-1234"), "failure 0.9"],
		["nothing shown of the upload", 'upload(7, "cv.pdf")', {}, "judge"],
	] as const)("%s", (_name, action, after, expected) => {
		expect(shown({ action, after })).toBe(expected);
	});

	test("a choice beyond the listed ones is read as the client says, whole", () => {
		const far = swap('value="Austria" options="Austria*|Belgium|France"', 'value="10" options="1|2|3|… +24"');
		const report = (value: string): Report => ({ lastActionResult: { success: true, actualState: { value } } });
		expect(shown({ action: 'select(2, "1")', after: far, report: report("10") })).toBe("failure 0.9");
		expect(shown({ action: 'select(2, "10")', after: far, report: report("10") })).toBe("success 1");
		expect(shown({ action: 'select(2, "10", "11")', after: far, report: report("10, 11") })).toBe("success 1");
	});

	test("where the page shows no value the client's reading counts", () => {
		const gone = { body: body.replace(' <input 1 "Full name">\n', "") };
		const report = (value: string): Report => ({ lastActionResult: { success: true, actualState: { value } } });
		expect(shown({ action: 'setValue(1, "Ada")', after: gone, report: report("Ada") })).toBe("success 1");
		expect(shown({ action: 'setValue(1, "Ada")', after: gone, report: report("Bob") })).toBe("failure 0.9");
		expect(shown({ action: 'setValue(1, "Ada")', after: gone })).toBe("judge");
	});

	test("a value nobody can read beside an error on the page is a failure", () => {
		const after = { body: body.replace(' <input 1 "Full name">\n', "") };
		const report: Report = { lastActionResult: { success: true, actualState: { validationMessage: "Required" } } };
		expect(shown({ action: 'setValue(1, "Ada")', after, report })).toBe("failure 0.9");
	});
});

describe("a place that was gone to", () => {
	test.each([
		["the same place", { url: "https://b.example/x/" }, "success 1"],
		["another place of the same site", { url: "https://www.b.example/y" }, "success 0.9"],
		["a sign-in page", { url: "https://login.c.example/", body: '<password 4 "Password">' }, "success 0.75"],
		["an error page", { url: "https://b.example/x", title: "404 Not Found" }, "failure 0.9"],
		["a page called by its error", { url: "https://b.example/x", title: "Error 404" }, "failure 0.9"],
		["a page called by a number", { url: "https://b.example/x", title: "404 Main Street" }, "success 1"],
		["a page that cannot be read", { url: "https://b.example/x", header: "@restricted error page" }, "failure 0.9"],
		["somewhere else", { url: "https://c.example/", body: "Hello" }, "judge"],
	] as const)("%s", (_name, after, expected) => {
		for (const action of ['navigate("https://b.example/x")', 'openTab("https://b.example/x")'])
			expect(shown({ action, after: { epoch: "e2", ...after } })).toBe(expected);
	});
});

describe("a click, a key or a drag shows in the page", () => {
	const actions = ["click(6)", 'press(6, "Enter")', "drag(6, 9)"];
	test.each([
		["the address", { url: "https://a.example/next" }, "success 0.85"],
		["a dialog", { header: '@dialog "Sure?" 30' }, "success 0.85"],
		["the target's state", swap("collapsed", "expanded"), "success 0.85"],
		["a control more", { body: `${body}\n<button 20>New` }, "success 0.85"],
		["a control less", swap("<a 9 /more>More", ""), "success 0.85"],
		["a tab", { header: "@tabs 7* Form (a.example) | 9 More (b.example)" }, "success 0.85"],
		["nothing", {}, "failure 0.9"],
		["nothing but the focus that every pressed button gets", swap("<button 6 collapsed>", "<button 6 collapsed focused>"), "failure 0.9"],
		["text only", swap("# Checkout", "# Checking out"), "judge"],
	] as const)("%s", (_name, after, expected) => {
		for (const action of actions) expect(shown({ action, after })).toBe(expected);
	});

	describe("beside a clock that goes on", () => {
		const with_ = (...lines: readonly string[]) => ({ body: [body, ...lines].join("\n") });
		const was = with_("It is 12:00:01", "3 items");
		const replaced: Report = {
			domChanges: { addedCount: 2, removedCount: 2, dropdownDetected: false, stabilizationTime: 0, urlChanged: false },
		};
		const mutated: Report = { clientObservations: { didDomMutate: true } };
		test.each([
			["nothing", with_("It is 12:00:04", "3 items"), {}, "failure 0.9"],
			["nothing but nodes that the clock replaced", with_("It is 12:00:04", "3 items"), { ...replaced, ...mutated }, "failure 0.9"],
			["something that is not in the text", with_("It is 12:00:04", "3 items"), { clientObservations: { didNetworkOccur: true } }, "judge"],
			["a word", with_("It is 12:00:04", "3 things"), {}, "judge"],
			["a line more", with_("It is 12:00:04", "3 items", "Saved"), {}, "judge"],
			["a clock more", with_("It is 12:00:04", "3 items", "It is 12:00:04"), {}, "judge"],
			[
				"a control's value",
				{ body: with_("It is 12:00:04", "3 items").body.replace('"Full name"', '"Full name" value="Ada"') },
				{},
				"judge",
			],
			["a message", { ...with_("It is 12:00:04", "3 items"), header: '@alert "Not possible"' }, {}, "judge"],
		] as const)("%s", (_name, after, report, expected) => {
			for (const action of actions) expect(shown({ action, was, after, report })).toBe(expected);
		});
	});

	describe("beside numbers that run by themselves", () => {
		const with_ = (stock: number, cart: number, link = 7, at = "10,10") => ({
			body: [body.replace("at=10,10", `at=${at}`), "", `ACME ${stock} €`, `Cart: ${cart}`, `<a 40 /news>News (${link})`].join("\n"),
		});
		const was = with_(100, 0);
		const press = ["click(6)", 'press(6, "Enter")'];
		const judged: Report = { clientObservations: { didDomMutate: true } };
		const busy: Report = { clientObservations: { didDomMutate: true, didNetworkOccur: true } };
		const seen = (between: PageParts, after: PageParts, report = judged) =>
			press.map((action) => shown({ action, was, between, after, report }));

		test("the first look waits for a second, but where more than numbers changed", () => {
			for (const action of press) {
				expect(shown({ action, was, after: with_(101, 0) })).toBe("open");
				expect(shown({ action, was, after: with_(100, 0, 8) })).toBe("open");
				expect(shown({ action, was, after: { body: `${with_(101, 0).body}\n<button 50>New` } })).toBe("success 0.85");
				expect(shown({ action, was, after: { ...with_(101, 0), header: '@alert "Saved"' } })).toBe("judge");
				expect(shown({ action, was, after: { ...with_(101, 0), url: "https://a.example/next" } })).toBe("success 0.85");
			}
		});

		test("what goes on between two looks is no effect", () => {
			expect(seen(with_(101, 0), with_(102, 0))).toEqual(["failure 0.9", "failure 0.9"]);
			expect(seen(with_(101, 0, 8), with_(102, 0, 9))).toEqual(["failure 0.9", "failure 0.9"]);
			expect(seen(with_(101, 0), with_(102, 0), busy)).toEqual(["judge", "judge"]);
			const { observations } = verdictOf({ action: "click(6)", was, between: with_(101, 0), after: with_(102, 0), report: busy });
			expect(observations).toEqual(["network (client)", "url_same", "page_restless"]);
		});

		test("what stands still between them is one, whatever runs beside it", () => {
			expect(seen(with_(100, 1), with_(100, 1))).toEqual(["judge", "judge"]);
			expect(seen(with_(101, 1), with_(102, 1))).toEqual(["judge", "judge"]);
			expect(seen(with_(100, 0, 8), with_(100, 0, 8))).toEqual(["success 0.85", "success 0.85"]);
		});

		test("a number beside the target is its own", () => {
			const near = (count: number) => ({ body: body.replace("collapsed>Menu", `collapsed>Menu\nCount: ${count}`) });
			expect(shown({ action: "click(6)", was: near(1), after: near(2) })).toBe("judge");
		});

		test("a target that moves by itself was not moved by a click, one that stays where it went was", () => {
			const at = (place: string) => with_(100, 0, 7, place);
			expect(shown({ action: "click(8)", was, after: at("12,10") })).toBe("open");
			expect(shown({ action: "click(8)", was, between: at("12,10"), after: at("14,10"), report: judged })).toBe("failure 0.9");
			expect(shown({ action: "click(8)", was, between: at("12,10"), after: at("12,10"), report: judged })).toBe("success 0.85");
			expect(shown({ action: "drag(8, 9)", was, after: at("14,10") })).toBe("success 0.85");
		});

		test("a field that got the focus did what a click on it is for", () => {
			const after = { body: with_(101, 0).body.replace('"Full name"', '"Full name" focused') };
			expect(shown({ action: "click(1)", was, after })).toBe("success 0.85");
		});
	});

	test.each([
		["a dialog that is gone", { header: '@dialog "Sure?" 30' }],
		["a tab that is gone", { header: "@tabs 7* Form (a.example) | 9 More (b.example)" }],
	] as const)("%s", (_name, was) => {
		const after = { header: was.header.startsWith("@tabs") ? "@tabs 7* Form (a.example)" : "" };
		for (const action of actions) {
			expect(shown({ action, was, after })).toBe("success 0.85");
			expect(shown({ action, was, after: was })).toBe("failure 0.9");
		}
	});

	test.each([
		["a dropdown", { domChanges: { addedCount: 9, removedCount: 0, dropdownDetected: true, stabilizationTime: 300 } }, "success 0.85"],
		["a changed address", { clientObservations: { didUrlChange: true } }, "success 0.85"],
		["a download", { lastActionResult: { success: true, actualState: { download: "a.pdf" } } }, "success 0.85"],
		["an alert", { lastActionResult: { success: true, actualState: { alertText: "Saved" } } }, "success 0.85"],
		["network alone", { clientObservations: { didNetworkOccur: true } }, "judge"],
		["a changed document alone", { clientObservations: { didDomMutate: true } }, "judge"],
		[
			"nodes that come and go",
			{ domChanges: { addedCount: 3, removedCount: 3, dropdownDetected: false, stabilizationTime: 300 } },
			"failure 0.9",
		],
	] as const)("or the client saw it: %s", (_name, report, expected) => {
		expect(shown({ action: "click(6)", report: report as Report })).toBe(expected);
	});

	test.each([
		["an error page", { title: "500 Internal Server Error", body: "Oops" }, "failure 0.9"],
		["a page that is called by its error", { title: "Error 404", body: "Oops" }, "failure 0.9"],
		["another page", { title: "Orders", body: "Your orders" }, "success 0.85"],
	] as const)("but not as what was wanted where it leads to %s", (_name, after, expected) => {
		for (const action of [...actions, 'setValue(1, "Ada", true)'])
			expect(shown({ action, after: { url: "https://a.example/next", epoch: "e2", ...after } })).toBe(expected);
	});

	test("what is only gone or changed is no proof on an error page; what appeared is", () => {
		const after = { url: "https://a.example/next", epoch: "e2", title: "500 Internal Server Error", body: "Oops" };
		for (const said of [{ kind: "url_changes" }, { kind: "text_gone", text: "Checkout" }] as const)
			expect(shown({ action: "click(6)", after, expect: said })).toBe("failure 0.9");
		expect(shown({ action: "click(6)", after, expect: { kind: "text_appears", text: "Oops" } })).toBe("success 0.95");
	});

	test("a field that a click puts the cursor into", () => {
		expect(shown({ action: "click(1)", after: swap('"Full name"', '"Full name" focused') })).toBe("success 0.85");
	});

	test("a moved piece and its new place", () => {
		expect(shown({ action: "drag(8, 50, 0)", after: swap("at=10,10", "at=60,10") })).toBe("success 0.85");
	});

	test("works with dom, url and taskId alone", () => {
		expect(shown({ action: "click(6)", hasNoBefore: true })).toBe("judge");
	});
});

describe("scrolling and looking", () => {
	test.each([
		['scroll("down")', { screen: "2 of 2" }, "success 0.9"],
		['scroll("down")', {}, "failure 0.8"],
		["hover(6)", {}, "success 0.9"],
		["wait(1)", {}, "success 0.9"],
		["back()", {}, "success 0.9"],
		["forward()", {}, "success 0.9"],
		["reload()", {}, "success 0.9"],
		['find("tea")', {}, "success 0.9"],
		["expand(6)", {}, "success 0.9"],
		["options(2)", {}, "success 0.9"],
		["switchTab(7)", {}, "success 0.9"],
		["closeTab(7)", {}, "success 0.9"],
	] as const)("%s", (action, after, expected) => {
		expect(shown({ action, after })).toBe(expected);
	});
	test("the end of the page is named", () => {
		expect(verdictOf({ action: 'scroll("down")' }).observations.at(-1)).toBe("SCROLL_END");
	});
});

test("observations are at most 20, what says most first, the client's marked", () => {
	const report: Report = { clientObservations: { didNetworkOccur: true, didDomMutate: true } };
	const { observations } = verdictOf({ action: "click(6)", after: { body: `${body}\n<button 20>New` }, report });
	expect(observations).toEqual(["elements_added 1", "network (client)", "mutated", "mutated (client)", "url_same"]);
});

test("a page that says the same and was worked on is one fact, not two that gainsay each other", () => {
	const { observations } = verdictOf({ action: "click(6)", report: { clientObservations: { didDomMutate: true } } });
	expect(observations).toEqual(["look_changed (client)", "url_same"]);
});

test("a changed state tells what came and what went, not what was so before", () => {
	const was = swap('<checkbox 3 "Gift">', '<checkbox 3 "Gift" checked required>');
	const after = swap('<checkbox 3 "Gift">', '<checkbox 3 "Gift" invalid required>');
	expect(verdictOf({ action: "click(3)", was, after }).observations).toContain("target_state invalid -checked");
	const resized = { was: swap("at=10,10", "at=10,10 size=5x5"), after: swap("at=10,10", "at=10,10 size=5x9") };
	expect(verdictOf({ action: "click(8)", ...resized }).observations).toContain("target_state");
});

test("a secret never stands in an observation", () => {
	const after = swap('"Password"', '"Password" filled value="hunter2"');
	expect(JSON.stringify(verdictOf({ action: 'setValue(4, "•••")', after }))).not.toContain("hunter2");
});

test("going to a place twice over is no proof that it helped, so that going back and forth is seen", () => {
	expect(verdictOf({ action: 'navigate("https://a.example/form")' })).toMatchObject({ verdict: "success", isProven: false });
});

test.each([
	["+49 (0)30 123", "+49030123", true],
	["30.01.2026", "2026-01-30", true],
	["01/30/26", "2026-01-30", true],
	["1,234.50", "1234.5", true],
	["14.00 €", "14", true],
	["12", "13", false],
	["Ada 12", "Bob 12", false],
	["12.50", "1250", false],
	["1.5", "15", false],
	["-15", "15", false],
	["0.50", "050", false],
	["A-12345", "B-12345", false],
	["12345 items", "12345", false],
	["10:30 PM", "10:30", false],
	["10:30 AM", "10:30", true],
	["123456789", "123-45-6789", true],
	["2026-04-03", "2026-03-04", false],
	["04.03.1926", "2026-03-04", false],
	["03.04.2026", "04.03.2026", false],
	["30:20:10", "10:20:30", false],
	["04/03/2026", "2026-03-04", true],
	["2026-01-31", "2026-01-30", false],
] as const)("%s and %s are the same but for format: %s", (left, right, expected) => {
	expect(isSameButFormat(left, right)).toBe(expected);
});
