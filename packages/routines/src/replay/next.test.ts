import { formatAction } from "@webhand/contracts/action/format";
import type { RoutineId } from "@webhand/contracts/ids";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import type { InputValues } from "@webhand/contracts/routine/words";
import { parsePage } from "@webhand/page/parse/parse";
import type { PageView } from "@webhand/page/parse/view";
import { describe, expect, test } from "vitest";
import { describeTarget } from "../target/describe.ts";
import { nextStep } from "./next.ts";
import type { Next, Report } from "./outcome.ts";
import type { Played, ReplayState } from "./state.ts";
import { startOf } from "./state.ts";

const pageOf = (body: string, head = ""): PageView =>
	parsePage(
		`@page 1\n@url https://app.example/invoices/new\n@title Invoices\n${head.includes("@epoch") ? "" : "@epoch e\n"}${head}\n${body}`,
	);

function target(page: string, id: number) {
	const found = describeTarget(pageOf(page), id);
	if (found === undefined) throw new Error(`no control ${id}`);
	return found;
}

const form = (values: { readonly customer?: string; readonly amount?: string } = {}) => `# New invoice
<form "Invoice" post /invoices>
 Customer
 <input 11 "Customer" required value="${values.customer ?? ""}">
 Amount
 <number 12 "Amount" value="${values.amount ?? ""}">
 <button 14 submit>Send invoice</> <button 16>Cancel</>`;

const fillCustomer: RoutineStep = { id: "s1", class: "fill", do: "fill", target: target(form(), 11), value: [{ input: "customer" }] };
const fillAmount: RoutineStep = { id: "s2", class: "fill", do: "fill", target: target(form(), 12), value: [{ input: "amount" }] };
const send: RoutineStep = {
	id: "s3",
	class: "commit",
	do: "click",
	target: target(form(), 14),
	expect: { kind: "text_appears", text: ["Invoice of ", { input: "customer" }] },
};
const check: RoutineStep = {
	id: "s4",
	class: "observe",
	do: "check",
	fields: [{ label: "Amount", value: [{ input: "amount" }], as: "money" }],
};

const inputs = [
	{ name: "customer", label: "Customer", type: "text" },
	{ name: "amount", label: "Amount", type: "number" },
] as const;
const values = { customer: "Acme GmbH", amount: "400.5" };

function playedOf(steps: readonly RoutineStep[], given: InputValues = values, more: Partial<Played> = {}): Played {
	const program: RoutineProgram = { inputs: [...inputs], steps: [...steps] };
	return { program, values: given, called: {}, ...more };
}

/** A row that is played page by page: what each next page shows, and what became of the action before. */
function play(played: Played, pages: readonly (readonly [page: PageView, report?: Report])[]): readonly Next[] {
	let state: ReplayState | undefined;
	return pages.map(([view, report = { kind: "none" }]) => {
		const next = nextStep(played, state, { view, report });
		state = JSON.parse(JSON.stringify(next.state)) as ReplayState;
		return next;
	});
}

const proven: Report = { kind: "proven", done: 1 };
const said = (next: Next | undefined) =>
	next === undefined ? "" : next.kind === "act" ? formatAction(next.action) : `${next.kind}${"reason" in next ? `: ${next.reason}` : ""}`;

const filled = () => pageOf(form({ customer: "Acme GmbH", amount: "400.5" }));
const loaded = "@epoch e2\n";
const saved = pageOf("# Invoice of Acme GmbH\nAmount: 400,50 €\nState: open", loaded);
const waiting: readonly (readonly [PageView])[] = Array.from({ length: 11 }, () => [pageOf("# Please wait")] as const);

describe("a row that goes well", () => {
	test("fills a form at once, sends it, and reads back what was saved", () => {
		const nexts = play(playedOf([fillCustomer, fillAmount, send, check]), [
			[pageOf(form())],
			[filled(), { kind: "proven", done: 2 }],
			[saved, proven],
		]);
		expect(nexts.map(said)).toEqual(['setValue(11, "Acme GmbH")', "click(14)", "done"]);
		expect(nexts[0]).toMatchObject({
			thought: "Fill “Customer” with “Acme GmbH”",
			more: [{ step: "s2", action: { name: "setValue", id: 12, text: "400.5" } }],
		});
		expect(nexts[1]).toMatchObject({ expectation: { kind: "text_appears", text: "Invoice of Acme GmbH" }, class: "commit" });
		expect(nexts[2]?.state).toMatchObject({
			hasCommitted: true,
			checks: [{ label: "Amount", expected: "400.5", seen: "400,50 €", holds: true }],
		});
	});

	test("leaves out what is already so", () => {
		const [first] = play(playedOf([fillCustomer, fillAmount, send]), [[filled()]]);
		expect(said(first)).toBe("click(14)");
	});

	test.for([
		["a choice of the same form goes along with its fills", "Net 30", ['select(13, "Net 30")', 'setValue(12, "400.5")']],
		["a choice that the page does not offer goes alone, and ends the row", "Net 90", []],
	] as const)("%s", ([_name, terms, expected]) => {
		const page = form().replace(" Amount\n", ' <select 13 "Terms" options="*None|Net 30">\n Amount\n');
		const choose: RoutineStep = { id: "s5", class: "fill", do: "choose", target: target(page, 13), values: [[terms]] };
		const [first] = play(playedOf([fillCustomer, choose, fillAmount]), [[pageOf(page)]]);
		expect(said(first)).toBe('setValue(11, "Acme GmbH")');
		const more = first?.kind === "act" ? (first.more ?? []) : [];
		expect(more.map(({ action }) => formatAction(action))).toEqual(expected);
	});

	test("goes on behind the part of a batch that was done", () => {
		const half = pageOf(form({ customer: "Acme GmbH" }));
		const [, second] = play(playedOf([fillCustomer, fillAmount, send]), [
			[pageOf(form())],
			[half, { kind: "failed", done: 1, words: [], isUndone: true }],
		]);
		expect(said(second)).toBe('setValue(12, "400.5")');
	});

	const notice = (buttons: string, said = "We use cookies to improve this site.") => pageOf(`<dialog "Notice">\n ${said}\n ${buttons}`);

	test("says no to a notice about cookies that is in the way, and goes on", () => {
		const nexts = play(playedOf([fillCustomer]), [
			[notice("<button 31>Accept all</> <button 32>Only necessary</>")],
			[pageOf(form()), proven],
		]);
		expect(nexts.map(said)).toEqual(["click(32)", 'setValue(11, "Acme GmbH")']);
	});

	test.each(["Diese Website verwendet Cookies.", "Nous utilisons des cookies.", "Мы используем файлы cookie."])(
		"knows a notice by “%s”",
		(text) => {
			const [next] = play(playedOf([fillCustomer]), [[notice("<button 31>OK</> <button 32>Reject all</>", text)]]);
			expect(said(next)).toBe("click(32)");
		},
	);

	test.each([
		"Reject all",
		"Nur technisch notwendige",
		"Tout refuser",
		"Necessary cookies only",
		"Accept only necessary",
		"Только необходимые",
	])("“%s” says no to cookies", (name) => {
		const [next] = play(playedOf([fillCustomer]), [[notice(`<button 31>OK</> <button 32>${name}</>`)]]);
		expect(said(next)).toBe("click(32)");
	});

	test.each([
		["a notice that offers a yes alone", notice("<button 31>Accept all</> <button 32>Settings</>")],
		["a dialog about something else", notice("<button 31>Reject</> <button 32>Approve</>", "Order 17 waits for you.")],
		["a deed beside the word", notice("<button 31>Reject order</> <button 32>OK</>")],
		["a deed with “only”", notice("<button 31>Send only required fields</> <button 32>OK</>")],
		["cookies that are goods", notice("<button 31>Reject</> <button 32>Approve</>", "Order 17: 12 boxes of cookies. Use by May.")],
		["an offer with a policy", notice("<button 31>Decline</> <button 32>Join</>", "Join the team? See our privacy and cookie policy.")],
	])("leaves %s to the person", (_, page) => {
		const [next] = play(playedOf([fillCustomer]), [[page]]);
		expect(next?.kind).toBe("wait");
	});

	test("leaves out the steps of an optional input without a value", () => {
		const program: RoutineProgram = {
			inputs: [{ name: "customer", label: "Customer", type: "text", isOptional: true }, inputs[1]],
			steps: [fillCustomer, fillAmount],
		};
		const [first] = play({ program, values: { amount: "1" }, called: {} }, [[pageOf(form())]]);
		expect(said(first)).toBe('setValue(12, "1")');
		expect(first?.state.skipped).toEqual(["s1"]);
	});

	test("an input inside an address cannot lead elsewhere", () => {
		const open: RoutineStep = {
			id: "s1",
			class: "navigate",
			do: "open",
			address: ["https://app.example/customers/", { input: "customer" }],
		};
		const [first] = play(playedOf([open], { customer: "../../x?y=1" }), [[pageOf("# Home")]]);
		expect(said(first)).toBe('navigate("https://app.example/customers/..%2F..%2Fx%3Fy%3D1")');
	});
});

describe("what is not there", () => {
	test("is waited for, ten looks at a page at rest, then it is not found", () => {
		const nexts = play(playedOf([send]), waiting);
		expect(nexts.slice(0, 10).map(({ kind }) => kind)).toEqual(Array.from({ length: 10 }, () => "wait"));
		expect(said(nexts[10])).toBe("not_found: The page has no button “Send invoice”");
	});

	test("is looked for longer on a page that still loads", () => {
		const pending = pageOf("# Please wait", "@pending yes\n");
		const nexts = play(
			playedOf([send]),
			Array.from({ length: 21 }, () => [pending] as const),
		);
		expect(nexts.findIndex(({ kind }) => kind === "not_found")).toBe(20);
	});

	test("is left out where the step is optional, after two looks in vain", () => {
		const nexts = play(playedOf([{ ...send, isOptional: true }, fillCustomer]), [
			[pageOf("# Home")],
			[pageOf("# Home")],
			[pageOf('<input 1 "Customer">')],
		]);
		expect(nexts.map(({ kind }) => kind)).toEqual(["wait", "wait", "act"]);
		expect(said(nexts[2])).toBe('setValue(1, "Acme GmbH")');
		expect(nexts[2]?.state.skipped).toEqual(["s3"]);
	});

	test("goes to the person where it types a secret that the run was not given, until the field is filled", () => {
		const signIn = (state = "") =>
			pageOf(`<form "Sign in" post sensitive=password>\n <password 2 "Password"${state}>\n <button 3 submit>Sign in</>`);
		const password = { name: "password", label: "Password", type: "secret" } as const;
		const typing: RoutineStep = {
			id: "s1",
			class: "fill_sensitive",
			do: "fill",
			target: { role: "password", name: ["Password"] },
			value: [{ input: "password" }],
		};
		const played = (more: object = {}) => ({
			...playedOf([typing, send]),
			program: { inputs: [{ ...password, ...more }], steps: [typing, send] },
		});
		const nexts = play(played(), [[signIn()], [signIn(), { kind: "answered", answer: "done" }], [signIn(" filled")], [filled()]]);
		expect(nexts.map(({ kind }) => kind)).toEqual(["hand_over", "hand_over", "wait", "act"]);
		expect(said(nexts[0])).toBe("hand_over: Type it into the page yourself: Fill “Password” with {Password}");
		expect(nexts[0]).toMatchObject({ signsIn: true });
		expect(
			play(
				played(),
				Array.from({ length: 4 }, () => [signIn()] as const),
			).at(-1)?.kind,
		).toBe("failed");
		expect(play(played({ isOptional: true }), [[signIn()]])[0]?.state.skipped).toEqual(["s1"]);
	});

	test("goes to the person for each of many secrets", () => {
		const names = ["Login", "Card", "Expiry", "Code"];
		const typing = names.map(
			(name, at): RoutineStep => ({
				id: `s${at + 1}`,
				class: "fill_sensitive",
				do: "fill",
				target: { role: "password", name: [name] },
				value: [{ input: `secret${at}` }],
			}),
		);
		const inputs = names.map((label, at) => ({ name: `secret${at}`, label, type: "secret" as const }));
		const pages = names.map((_, typed) =>
			pageOf(`<form "Pay">\n${names.map((name, at) => ` <password ${at + 1} "${name}"${at < typed ? " filled" : ""}>`).join("\n")}`),
		);
		const nexts = play(
			{ ...playedOf(typing), program: { inputs, steps: typing } },
			pages.map((page) => [page] as const),
		);
		expect(nexts.map(said)).toEqual(names.map((name) => `hand_over: Type it into the page yourself: Fill “${name}” with {${name}}`));
	});

	test("goes to the person where the page asks to sign in, and the row goes on after it", () => {
		const signIn = pageOf(
			'<form "Sign in" post sensitive=password>\n <email 1 "Email">\n <password 2 "Password">\n <button 3 submit>Sign in</>',
		);
		const nexts = play(playedOf([send]), [[signIn], [signIn], [signIn], [filled()]]);
		expect(nexts.map(({ kind }) => kind)).toEqual(["wait", "wait", "hand_over", "act"]);
		expect(said(nexts[2])).toBe("hand_over: The page asks to sign in");
		expect(nexts[2]).toMatchObject({ signsIn: true });
	});

	test("goes to the person and to no login where a step hands over", () => {
		const [next] = play(playedOf([{ id: "s1", do: "hand_over", class: "observe", reason: "Compare the sums" }]), [[filled()]]);
		expect(next).toMatchObject({ kind: "hand_over", reason: "Compare the sums" });
		expect(next).not.toHaveProperty("signsIn");
	});

	test("is found by a model, and is then a heal", () => {
		const renamed = pageOf("# New invoice\n<button 21 submit>Submit it now</>");
		const next = nextStep(playedOf([{ ...send, class: "observe" }]), undefined, { view: renamed, report: { kind: "none" }, found: 21 });
		expect(said(next)).toBe("click(21)");
		expect(next.state.healed).toMatchObject([{ step: "s3", target: { name: ["Submit it now"] } }]);
	});
});

describe("a control that a model names", () => {
	const list = (name: string) => `# Invoices
- Invoice 17 <button 5>${name}</> <a 7 /x>Settle</>
- Invoice 18 <button 6>${name}</>
<dialog "Settle all">
 <button 8>Settle</>`;
	const pay: RoutineStep = { id: "s1", class: "observe", do: "click", target: target(list("Pay"), 5) };
	const over = { ...startOf({ inputs: [], steps: [pay] }), looks: 99, calm: 99 };
	test.for([
		["of its row", 5, "act"],
		["of another row", 6, "not_found"],
		["of another role", 7, "not_found"],
		["in a dialog", 8, "not_found"],
	] as const)("%s", ([, found, kind]) => {
		const view = pageOf(list("Settle").replace("<a 7", "<button 9>Note</> <a 7"));
		expect(pay.target?.row).toEqual([["Invoice 17"]]);
		const next = nextStep(playedOf([pay]), over, { view, report: { kind: "none" }, found });
		expect(next.kind === "act" ? said(next) : next.kind).toBe(kind === "act" ? `click(${found})` : kind);
	});

	test("keeps the input of its row in what is proposed", () => {
		const step: RoutineStep = { ...pay, target: { role: "button", name: ["Pay"], row: [[{ input: "customer" }]] } };
		const next = nextStep(playedOf([step], { customer: "Invoice 17" }), over, {
			view: pageOf(list("Settle")),
			report: { kind: "none" },
			found: 5,
		});
		expect(next.state.healed).toMatchObject([{ target: { name: ["Settle"], row: [[{ input: "customer" }]] } }]);
		expect(JSON.stringify(next.state.healed)).not.toContain("17");
	});

	test("has the name that the run gives it", () => {
		const step: RoutineStep = { ...pay, target: { role: "button", name: [{ input: "customer" }] } };
		const view = pageOf("# Customers\n<button 5>Beta Ltd</>");
		expect(nextStep(playedOf([step]), over, { view, report: { kind: "none" }, found: 5 }).kind).toBe("not_found");
	});
});

describe("a step that fails", () => {
	const refused: Report = { kind: "failed", done: 0, words: ["Try later"] };
	test("is tried once more where it is harmless", () => {
		const nexts = play(playedOf([fillCustomer]), [[pageOf(form())], [pageOf(form()), refused], [pageOf(form()), refused]]);
		expect(nexts.map(said)).toEqual(['setValue(11, "Acme GmbH")', 'setValue(11, "Acme GmbH")', "failed: The page says: Try later"]);
	});

	test("ends the row with the page's words where it commits, and is not sent again", () => {
		const page = pageOf(
			form({ customer: "Acme GmbH" }).replace('value="">', 'value="" invalid error="must be above 0">'),
			'@alert "Not saved"\n',
		);
		const nexts = play(playedOf([send]), [[filled()], [page, refused]]);
		expect(said(nexts[1])).toBe("failed: The page says: Not saved; Amount: must be above 0; Try later");
		expect(nexts[1]?.state).toMatchObject({ hasCommitted: true, endedAt: "s3" });
	});

	const answer = (text: string) => pageOf(`# ${text}`, loaded);
	const answers = (text: string) => Array.from({ length: 11 }, () => [answer(text), proven] as const);
	test.for([
		["a commit whose message does not come, whatever else the page says", [send], "failed: The page says: Session expired"],
		["a commit that ends at another address", [{ ...send, expect: { kind: "url_contains", text: ["/sent"] } }], /^failed: /],
		[
			"a commit whose check may be left out",
			[send, { id: "s5", class: "observe", do: "if", says: ["x"], then: [check], otherwise: [] }],
			/^failed: /,
		],
	] as const)("%s ends as one of which nobody knows", ([_name, steps, end]) => {
		const expired = answers("Rejected").map(([view]) => [view, { ...proven, words: ["Session expired"] }] as const);
		const nexts = play(playedOf(steps as readonly RoutineStep[]), [[filled()], ...expired]);
		expect(nexts.slice(1, 11).map(({ kind }) => kind)).toEqual(Array.from({ length: 10 }, () => "wait"));
		expect(said(nexts[11])).toEqual(typeof end === "string" ? end : expect.stringMatching(end));
		expect(nexts[11]?.state.hasCommitted).toBe(true);
	});

	test.for([
		[
			"comes late",
			[
				[answer("Please wait"), proven],
				[answer("Invoice of Acme GmbH"), proven],
			],
		],
		["was seen and went again", [[answer("Invoices"), { ...proven, words: ["Invoice of ACME GmbH saved"] }]]],
	] as const)("goes well where the message of a commit %s", ([_name, pages]) => {
		expect(play(playedOf([send]), [[filled()], ...pages]).at(-1)?.kind).toBe("done");
	});

	const plain = form({ customer: "Acme GmbH", amount: "400.5" });
	const saysAlready = (head = "") => pageOf(`Last: Invoice of Acme GmbH\n${plain}`, head);
	const announcing = (epoch: string) => saysAlready(`@alert "Invoice of Acme GmbH"\n@epoch ${epoch}\n`);
	test.for<readonly [string, readonly [before: PageView, after: PageView, words?: readonly string[]], Next["kind"]]>([
		["is no message of it", [saysAlready(), saysAlready()], "wait"],
		["is none on another page either", [saysAlready(), saysAlready(loaded)], "wait"],
		["is none where it is still announced", [announcing("e"), announcing("e")], "wait"],
		["is one at a further place", [saysAlready(), pageOf(`Last: Invoice of Acme GmbH\n${plain}\nInvoice of Acme GmbH`)], "done"],
		["is one that was announced meanwhile", [saysAlready(), saysAlready(), ["Invoice of Acme GmbH"]], "done"],
		["is one that another page announces", [announcing("e"), announcing("f")], "done"],
	])("a text that stood on the page before a commit %s", ([_name, [before, after, words = []], kind]) => {
		const nexts = play(playedOf([send]), [[before], [after, { kind: "proven", done: 1, words }]]);
		expect(nexts[1]?.kind).toBe(kind);
	});

	test("an address that the page had before a commit is not the one that it leads to", () => {
		const leads: RoutineStep = { ...send, expect: { kind: "url_contains", text: ["/invoices"] } };
		const elsewhere = parsePage("@page 1\n@url https://app.example/invoices/17\n@epoch f\n\n@view\n# Invoice");
		expect(play(playedOf([leads]), [[filled()], [filled(), proven]])[1]?.kind).toBe("wait");
		expect(play(playedOf([leads]), [[filled()], [elsewhere, proven]])[1]?.kind).toBe("done");
	});

	test("with a check goes on to it, whatever the page says", () => {
		const nexts = play(playedOf([send, check]), [[filled()], [answer("Rejected"), proven]]);
		expect(said(nexts[1])).toBe("wait");
		expect(nexts[1]).toMatchObject({ step: "s4" });
	});

	const again: RoutineStep = { ...send, id: "s6" };
	const each: RoutineStep = { id: "s7", class: "observe", do: "each", list: {}, as: "name", most: 10, steps: [send] };
	const other = "rtn_0000000000000000000000" as RoutineId;
	const call: RoutineStep = { id: "s8", class: "observe", do: "call", routine: other, inputs: {} };
	const maybe: RoutineStep = { id: "s9", class: "observe", do: "if", says: ["x"], then: [again], otherwise: [] };
	test.for([
		["behind a later one", [send, again, check], [], undefined],
		["behind one that may come", [send, maybe, check], [], undefined],
		["behind one that is left out where it is not there", [send, { ...again, isOptional: true }, check], [], undefined],
		["behind one of a routine that is called", [send, call], [again, check], undefined],
		["behind the next row of a list", [each, check], [], [{ step: "s7", row: 1, rowWords: "A" }, { step: "s3" }]],
		["in front of it in its list", [{ ...each, steps: [check, send] }], [], [{ step: "s7", row: 1, rowWords: "A" }, { step: "s3" }]],
	] as const)("a commit whose check stands %s has to bring its message", ([_name, steps, called, at]) => {
		const played: Played = { ...playedOf(steps as readonly RoutineStep[]), called: { [other]: { inputs: [], steps: [...called] } } };
		const begun: ReplayState = { ...startOf(played.program), at: at ?? [{ step: "s3" }] };
		const sent = nextStep(played, begun, { view: filled(), report: { kind: "none" } });
		expect(said(sent)).toBe("click(14)");
		const next = nextStep(played, sent.state, { view: answer("Rejected"), report: proven });
		expect(next).toMatchObject({ kind: "wait", step: "s3" });
	});

	test("a row whose last commit no check reads back is not read back as a whole", () => {
		const brought: readonly [PageView, Report] = [pageOf("# Invoice of Acme GmbH\nAmount: 400,50 €", loaded), proven];
		const [, , one] = play(playedOf([send, check]), [[filled()], brought, brought]);
		expect(one).toMatchObject({ kind: "done" });
		expect(one?.state.isUnread).toBeUndefined();
		const loadedAgain: readonly [PageView, Report] = [
			pageOf(form({ customer: "Acme GmbH" }).replace("# New", "Amount: 400,50 €\n# New"), "@epoch e3\n"),
			proven,
		];
		const more = play(playedOf([check, send]), [[loadedAgain[0]], [saved, proven]]);
		expect(more.at(-1)).toMatchObject({ kind: "done", state: { isUnread: true, checks: [{ holds: true }] } });
	});

	test("a commit is read back by the check at the head of a routine that is called behind it", () => {
		const played: Played = { ...playedOf([send, call, again]), called: { [other]: { inputs: [], steps: [check, again] } } };
		const [, next] = play(played, [[filled()], [answer("Rejected"), proven]]);
		expect(next).toMatchObject({ kind: "wait", step: "s4" });
	});

	test("that the browser did not carry out commits nothing, and is sent once more", () => {
		const nexts = play(playedOf([send]), [[filled()], [filled(), { ...refused, isUndone: true }]]);
		expect(said(nexts[1])).toBe("click(14)");
		expect(nexts[1]?.state.sent).toMatchObject({ steps: ["s3"], hadCommitted: false, epoch: "e" });
	});

	test("that a person forbids commits nothing", () => {
		const nexts = play(playedOf([send]), [[filled()], [filled(), { kind: "denied", reason: "You said no to it" }]]);
		expect(said(nexts[1])).toBe("failed: You said no to it");
		expect(nexts[1]?.state.hasCommitted).toBe(false);
	});

	test("of which nobody knows is not repeated where it commits", () => {
		const nexts = play(playedOf([send]), [[filled()], [filled()]]);
		expect(said(nexts[1])).toBe("failed: Nobody knows whether this step was done");
	});

	test("where two controls fit is not guessed: nothing is done, and both are named", () => {
		const list = "# Invoices\n| INV-1 | <button 1>Pay</>\n| INV-2 | <button 2>Pay</>";
		const pay: RoutineStep = { id: "s1", class: "commit", do: "click", target: target(list, 1) };
		const twice = pageOf(list.replace("INV-2", "INV-1"));
		const nexts = play(playedOf([pay]), [[twice], [twice], [twice]]);
		expect(nexts.map(({ kind }) => kind)).toEqual(["wait", "wait", "failed"]);
		expect(said(nexts[2])).toBe("failed: 2 controls fit: “Pay” at “INV-1”");
		expect(nexts[2]?.state.hasCommitted).toBe(false);
	});

	test("names a choice that the page does not offer", () => {
		const list = '<select 5 "Topic" options="Delivery|Return*">';
		const choose: RoutineStep = { id: "s1", class: "fill", do: "choose", target: target(list, 5), values: [["Repair"]] };
		expect(said(play(playedOf([choose]), [[pageOf(list)]])[0])).toBe("failed: The page does not offer “Repair”");
	});
});

describe("a commit that was found another way", () => {
	const renamed = () => pageOf(form({ customer: "Acme GmbH", amount: "400.5" }).replace("Send invoice", "Transmit"));
	test("asks with old and new side by side, and goes on after a yes", () => {
		const nexts = play(playedOf([send]), [[renamed()], [renamed(), { kind: "answered", answer: "Yes, go on" }]]);
		expect(nexts[0]).toMatchObject({ kind: "ask", choices: ["Yes, go on", "No, stop here"] });
		expect(nexts[0]).toMatchObject({ question: expect.stringMatching(/before it was “Send invoice”.*now the page has “Transmit”/) });
		expect(said(nexts[1])).toBe("click(14)");
		expect(nexts[1]?.state.healed).toMatchObject([{ step: "s3", target: { name: ["Transmit"] } }]);
	});

	test("ends the row after a no", () => {
		const nexts = play(playedOf([send]), [[renamed()], [renamed(), { kind: "answered", answer: "No, stop here" }]]);
		expect(said(nexts[1])).toBe("failed: The person said no");
		expect(nexts[1]?.state.hasCommitted).toBe(false);
	});

	test("asks again where the page changed once more", () => {
		const again = pageOf(form({ customer: "Acme GmbH", amount: "400.5" }).replace("Send invoice", "Discard"));
		const nexts = play(playedOf([send]), [[renamed()], [again, { kind: "answered", answer: "yes" }]]);
		expect(nexts[1]?.kind).toBe("ask");
	});
});

describe("a dry run", () => {
	const played = playedOf([fillCustomer, fillAmount, send], values, { isDryRun: true });
	test("stops before the commit and shows what would be sent", () => {
		const nexts = play(played, [[filled()], [filled(), { kind: "answered", answer: "Stop here" }]]);
		expect(nexts[0]).toMatchObject({
			kind: "ask",
			question: "Next: Click “Send invoice” in the form “Invoice”. It would send Customer: Acme GmbH, Amount: 400.5",
			choices: ["Go on", "Stop here"],
		});
		expect(nexts[1]).toMatchObject({ kind: "done", state: { isStopped: true, hasCommitted: false } });
	});

	test("goes on after a yes", () => {
		const nexts = play(played, [[filled()], [filled(), { kind: "answered", answer: "Go on" }]]);
		expect(said(nexts[1])).toBe("click(14)");
	});

	test("asks again about a control of the same name in another place", () => {
		const copy = pageOf(form({ customer: "Acme GmbH", amount: "400.5" }).replace("# New invoice", "# Copy of invoice 17"));
		const nexts = play(played, [[filled()], [copy, { kind: "answered", answer: "Go on" }]]);
		expect(nexts.map(({ kind }) => kind)).toEqual(["ask", "ask"]);
	});
});

describe("a document that is gone", () => {
	const lost = pageOf(form(), "@epoch f\n");
	const first: RoutineStep = { ...fillCustomer, expect: { kind: "any_change" } };
	const half = pageOf(form({ customer: "Acme GmbH" }));
	const fillSlowly: RoutineStep = { ...fillAmount, isOptional: true };
	const sendAnyhow: RoutineStep = { ...send, expect: { kind: "any_change" } };
	test("with what was filled in makes the row begin anew", () => {
		const nexts = play(playedOf([first, fillSlowly, send]), [[pageOf(form())], [half, proven], [lost]]);
		expect(nexts.map(said)).toEqual(['setValue(11, "Acme GmbH")', 'setValue(12, "400.5")', 'setValue(11, "Acme GmbH")']);
	});

	test("is no loss where the step that is proven brought the new one", () => {
		const anew = pageOf(form({ customer: "Acme GmbH" }), "@epoch f\n");
		const nexts = play(playedOf([first, fillSlowly, send]), [[pageOf(form())], [anew, proven]]);
		expect(said(nexts[1])).toBe('setValue(12, "400.5")');
	});

	describe("with the choice that loaded it anew", () => {
		const shop = (terms: string, values: Parameters<typeof form>[0], epoch: string) =>
			pageOf(
				form(values).replace(
					" Amount\n",
					` <select 13 "Terms" options="${terms === "Net 30" ? "None|Net 30*" : "None*|Net 30"}">\n Amount\n`,
				),
				`@epoch ${epoch}\n`,
			);
		const choose: RoutineStep = {
			id: "s5",
			class: "fill",
			do: "choose",
			isOptional: true,
			target: describeTarget(shop("None", {}, "e"), 13) as never,
			values: [["Net 30"]],
		};
		const begun = [[shop("None", {}, "e")], [shop("None", { customer: "Acme GmbH" }, "e"), proven]] as const;
		const row = playedOf([first, choose, fillSlowly, send]);

		test("is no loss where it kept the fields before", () => {
			expect(play(row, [...begun, [shop("Net 30", { customer: "Acme GmbH" }, "f"), proven]]).map(said)).toEqual([
				'setValue(11, "Acme GmbH")',
				'select(13, "Net 30")',
				'setValue(12, "400.5")',
			]);
		});

		test("gets what it lost of them again, and is not chosen again", () => {
			const nexts = play(row, [...begun, [shop("Net 30", {}, "f"), proven], [shop("Net 30", { customer: "Acme GmbH" }, "f"), proven]]);
			expect(nexts.slice(2).map(said)).toEqual(['setValue(11, "Acme GmbH")', 'setValue(12, "400.5")']);
		});

		test("ends the row where it loses them again and again", () => {
			const again = ["f", "g", "h"].flatMap((epoch) => [
				[shop("Net 30", {}, epoch), proven],
				[shop("None", { customer: "Acme GmbH" }, epoch), proven],
			]) as [PageView, Report][];
			const nexts = play(row, [...begun, ...again]);
			expect(nexts.map(said)).toContain("failed: The page does not keep what was filled in before");
			expect(nexts.map(said)).not.toContain("click(14)");
		});
	});

	test("that came with nothing of what the step entered is one, whatever was reported", () => {
		const nexts = play(playedOf([first, fillSlowly, send]), [[pageOf(form())], [lost, proven]]);
		expect(nexts[1]).toMatchObject({ step: "s1", state: { restarts: 1 } });
	});

	test("is no loss behind a step that sent what was filled in", () => {
		const nexts = play(playedOf([sendAnyhow, first]), [[filled()], [lost, proven]]);
		expect(said(nexts[1])).toBe('setValue(11, "Acme GmbH")');
	});

	describe("of a frame", () => {
		const framed = (epoch: string, { customer = "", amount = "" } = {}) =>
			pageOf(
				`# New invoice\n<frame 1 "Customer" app.example epoch=${epoch}>\n <form "Who" post>\n  <input 11 "Customer" value="${customer}">\n  <button 13>OK</>\n<form "Invoice" post /invoices>\n <number 12 "Amount" value="${amount}">\n <button 14 submit>Send invoice</>`,
			);
		const [inFrame, outside, ok, sending] = [11, 12, 13, 14].map((id) => describeTarget(framed("f1"), id));
		const who: RoutineStep = { ...fillCustomer, target: inFrame ?? fillCustomer.target } as RoutineStep;
		const amount: RoutineStep = { ...fillAmount, target: outside } as RoutineStep;
		const close: RoutineStep = { id: "s8", class: "observe", do: "click", target: ok } as RoutineStep;
		const save: RoutineStep = { ...send, target: sending } as RoutineStep;
		const done = { customer: "Acme GmbH", amount: "400.5" };
		const begun = [[framed("f1")], [framed("f1", { customer: "Acme GmbH" }), proven]] as const;

		test.for([
			["with what was filled in makes the row begin anew", framed("f2", { amount: "400.5" })],
			["that is nowhere any more does", pageOf("# New invoice\n<button 14 submit>Send invoice</>")],
		] as const)("%s before it commits", ([_name, lostFrame]) => {
			const nexts = play(playedOf([who, amount, save]), [...begun, [lostFrame, proven]]);
			expect(nexts.slice(0, 2).map(said)).toEqual(['setValue(11, "Acme GmbH")', 'setValue(12, "400.5")']);
			expect(nexts[2]).toMatchObject({ step: "s1", state: { restarts: 1, hasCommitted: false } });
		});

		test("that is still there is no loss", () => {
			expect(
				play(playedOf([who, amount, save]), [...begun, [framed("f1", done), proven]])
					.map(said)
					.at(-1),
			).toBe("click(14)");
		});

		test("that its own choice loaded anew is none, nor one that a press closed", () => {
			const anew = framed("f2", { customer: "Acme GmbH" });
			expect(
				play(playedOf([who, amount]), [[framed("f1")], [anew, proven]])
					.map(said)
					.at(-1),
			).toBe('setValue(12, "400.5")');
			const closed = pageOf(
				'# New invoice\n<form "Invoice" post /invoices>\n <number 12 "Amount" value="">\n <button 14 submit>Send invoice</>',
			);
			expect(play(playedOf([who, close, amount]), [...begun, [closed, proven]]).map(said)).toEqual([
				'setValue(11, "Acme GmbH")',
				"click(13)",
				'setValue(12, "400.5")',
			]);
		});
	});

	test("behind a commit ends the row", () => {
		const nexts = play(playedOf([sendAnyhow, first, fillSlowly]), [[filled()], [pageOf(form()), proven], [half, proven], [lost]]);
		expect(said(nexts[3])).toBe("failed: The page was loaded anew, and what was filled in before is lost");
		expect(nexts[3]?.state).toMatchObject({ hasCommitted: true, endedAt: "s2" });
	});

	test("behind a list that was read ends the row, which would be read twice", () => {
		const list = "# Lines\n| Item | Price |\n| Tea | 4 |\n| Rice | 5 |";
		const read: RoutineStep = {
			id: "s9",
			class: "observe",
			do: "read",
			list: {},
			columns: [{ name: "item", label: "Item", type: "text", header: "Item" }],
		};
		const both = (epoch: string) => pageOf(`${form({ customer: "Acme GmbH" })}\n${list}`, `@epoch ${epoch}\n`);
		const nexts = play(playedOf([first, read, fillSlowly]), [[pageOf(`${form()}\n${list}`)], [both("e"), proven], [both("f")]]);
		expect(nexts[1]?.reads).toHaveLength(1);
		expect(said(nexts[2])).toBe("failed: The page was loaded anew, and what was filled in before is lost");
	});

	test("again and again ends the row", () => {
		const pages = ["f", "g", "h"].map((epoch) => [pageOf(form(), `@epoch ${epoch}\n`)] as const);
		const nexts = play(playedOf([first, fillSlowly]), [[pageOf(form())], ...pages]);
		expect(nexts.map(({ kind }) => kind)).toEqual(["act", "act", "act", "failed"]);
	});
});

describe("a press of which nobody knows what it does", () => {
	const save: RoutineStep = { ...send, class: "press_unknown" };
	test("is asked about in a dry run", () => {
		expect(play(playedOf([save], values, { isDryRun: true }), [[filled()]])[0]).toMatchObject({
			kind: "ask",
			state: { hasCommitted: false },
		});
	});

	test("counts as a commit, and is not sent again", () => {
		const nexts = play(playedOf([save]), [[filled()], [filled(), { kind: "failed", done: 0, words: [] }]]);
		expect(nexts.map(({ kind }) => kind)).toEqual(["act", "failed"]);
		expect(nexts[1]?.state.hasCommitted).toBe(true);
	});

	test("is one at the end of a fill as well", () => {
		const enter: RoutineStep = { ...fillCustomer, submits: true, class: "press_unknown" };
		expect(play(playedOf([enter]), [[pageOf(form())]])[0]?.state.hasCommitted).toBe(true);
	});
});

describe("a check", () => {
	const onPage = (amount: string) => pageOf(`# Invoice of Acme GmbH\nAmount: ${amount}`, loaded);
	const looks = (count: number, page: PageView) => Array.from({ length: count }, () => [page] as const);
	test("that reads another value ends the row as not saved, with both values", () => {
		const nexts = play(playedOf([check]), looks(5, onPage("400,00 €")));
		expect(nexts.map(({ kind }) => kind)).toEqual(["wait", "wait", "wait", "wait", "failed"]);
		expect(said(nexts[4])).toBe("failed: “Amount” is “400,00 €”, not “400.5”");
		expect(nexts[4]?.state.checks).toEqual([{ step: "s4", label: "Amount", expected: "400.5", seen: "400,00 €", holds: false }]);
	});

	test("waits for a page that comes late", () => {
		const nexts = play(playedOf([check]), [[pageOf("# Please wait", loaded)], [onPage("400,50 €")]]);
		expect(nexts.map(({ kind }) => kind)).toEqual(["wait", "done"]);
	});

	test("in the page that committed loads it again before it believes it", () => {
		const toast = pageOf("# Invoice of Acme GmbH\nAmount: 400,50 €");
		const nexts = play(playedOf([send, check]), [[filled()], [toast, proven], ...looks(5, onPage("0,00 €"))]);
		expect(nexts.slice(0, 2).map(said)).toEqual(["click(14)", "reload()"]);
		expect(said(nexts.at(-1))).toBe("failed: “Amount” is “0,00 €”, not “400.5”");
	});

	describe("behind a form that posted", () => {
		const at = (path: string, epoch: string, text: string) =>
			parsePage(`@page 1\n@url https://app.example${path}\n@epoch ${epoch}\n\n@view\n${text}`);
		const list = (amount: string) => `| Customer | Amount | State\n| Acme GmbH | ${amount} | open\n| Globex | 7,00 € | open`;
		const inRow: RoutineStep = {
			...check,
			fields: [{ label: "Amount", row: [["Acme GmbH"]], value: [{ input: "amount" }], as: "money" }],
		};
		const behind = (path: string, ...pages: readonly PageView[]) =>
			play(playedOf([send, inRow]), [[filled()], [at(path, "f", list("400,50 €")), proven], ...pages.map((page) => [page] as const)]);

		test("opens the page again, which may take a value back", () => {
			const nexts = behind("/invoices?saved", ...looks(5, at("/invoices?saved", "g", list("0,00 €"))).flat());
			expect(said(nexts[1])).toBe('navigate("https://app.example/invoices?saved")');
			expect(said(nexts.at(-1))).toBe("failed: “Amount” is “0,00 €”, not “400.5”");
		});

		test("takes a record that is gone then for not saved", () => {
			const gone = at("/invoices?saved", "g", list("0,00 €").replace("Acme GmbH", "Initech"));
			expect(said(behind("/invoices?saved", ...looks(11, gone).flat()).at(-1))).toBe("failed: “Amount” is not on the page");
		});

		test("counts what it showed before, where the address shows nothing of it", () => {
			const error = at("/invoices?saved", "g", "# Not found");
			expect(behind("/invoices?saved", ...looks(11, error).flat()).at(-1)).toMatchObject({
				kind: "done",
				state: { checks: [{ holds: true }] },
			});
		});

		test("believes a page at the address of the form, which may be the answer itself, and one that acts", () => {
			for (const path of ["/invoices", "/invoices/new", "/invoices?action=delete", "/app#/invoices"])
				expect(said(behind(path).at(-1))).toBe("done");
		});
	});

	test("counts what the page showed before, where it comes up without the record", () => {
		const toast = pageOf("# Invoice of Acme GmbH\nAmount: 400,50 €");
		const nexts = play(playedOf([send, check]), [[filled()], [toast, proven], ...looks(11, pageOf("# Dashboard", loaded))]);
		expect(nexts.at(-1)).toMatchObject({ kind: "done", state: { checks: [{ holds: true, seen: "400,50 €" }] } });
	});
});

describe("a state that grows too long", () => {
	const most = 7_800;
	const results = (count: number, holds = true) =>
		Array.from({ length: count }, (_, at) => ({ step: "s4", label: `Field ${at} ${"x".repeat(200)}`, expected: "1", seen: "1", holds }));
	const stateOf = (next: Next) => JSON.stringify(next.state).length;

	test("loses the oldest checks, also those before a reload, and keeps those that fail", () => {
		const before: ReplayState = { ...startOf(playedOf([send]).program), hasCommitted: true, beforeReload: results(300) };
		const state = { ...before, checks: [...results(1, false), ...results(300)] };
		const next = nextStep(playedOf([send]), state, { view: filled(), report: { kind: "none" } });
		expect(said(next)).toBe("click(14)");
		expect(stateOf(next)).toBeLessThanOrEqual(most);
		expect(next.state).toMatchObject({ hasCommitted: true, checks: expect.arrayContaining([expect.objectContaining({ holds: false })]) });
	});

	test.for([
		["rows that were begun", { done: "0000001".repeat(1_200) }],
		["a name of a row", { rowWords: "x".repeat(9_000) }],
	] as const)("by %s ends the row before it sends more, and keeps whether it committed", ([_name, place]) => {
		const each: RoutineStep = { id: "s1", class: "observe", do: "each", list: {}, as: "name", most: 1_000, steps: [send] };
		const at = [{ step: "s1", row: 1, ...place }, { step: "s3" }];
		for (const hasCommitted of [true, false]) {
			const state: ReplayState = { ...startOf(playedOf([each]).program), at, hasCommitted };
			const next = nextStep(playedOf([each]), state, { view: filled(), report: { kind: "none" } });
			expect(said(next)).toBe("failed: Its lists are too long to note how far it was done");
			expect(stateOf(next)).toBeLessThanOrEqual(most);
			expect(next.state).toMatchObject({ hasCommitted, endedAt: "s3" });
		}
	});
});
