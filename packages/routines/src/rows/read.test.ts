import type { RoutineInput } from "@webhand/contracts/routine/words";
import { decodeBytes } from "@webhand/service-kit/decode";
import fc from "fast-check";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { checkRows } from "./check.ts";
import type { GivenRows } from "./read.ts";
import { readRows } from "./read.ts";

const inputs: readonly RoutineInput[] = [
	{ name: "customer", label: "Customer", type: "text" },
	{ name: "amount", label: "Amount", type: "number" },
	{ name: "due", label: "Due date", type: "date", isOptional: true },
	{ name: "currency", label: "Currency", type: "choice", choices: ["EUR", "USD"], preset: "EUR" },
];
const read = (given: GivenRows | string, wanted = inputs) =>
	readRows(typeof given === "string" ? { text: given } : given, wanted, decodeBytes);
const customers = async (given: GivenRows | string) => (await read(given)).rows.map((row) => row["customer"]);

test.for<readonly [string, string]>([
	["commas", "Customer,Amount\nAda,1\nBob,2\n"],
	["semicolons", "Customer;Amount\r\nAda;1\r\nBob;2"],
	["tabs, as a pasted table has them", "Customer\tAmount\nAda\t1\nBob\t2"],
	["a byte-order mark", "\uFEFFCustomer,Amount\nAda,1\nBob,2"],
	["a line that names the delimiter", "sep=;\r\nCustomer;Amount\r\nAda;1\r\nBob;2"],
	["quotes", '"Customer","Amount"\n"Ada","1"\n"Bob","2"'],
	["empty lines", "\n\nCustomer,Amount\n\nAda,1\n,\nBob,2\n\n"],
	["lone carriage returns", "Customer,Amount\rAda,1\rBob,2"],
	["spaces around", " Customer , Amount \n Ada , 1 \n Bob ,2"],
	["a title above", "Open invoices,\n,\nCustomer,Amount\nAda,1\nBob,2"],
	["a comma in each value beside semicolons", 'Note;Customer;Amount\n"a, b, c";Ada;1\n"a, b, c";Bob;2'],
])("a list with %s is read", async ([, text]) => {
	const list = await read(text);
	expect(list.faults).toEqual([]);
	expect(list.rows.map(({ customer, amount }) => [customer, amount])).toEqual([
		["Ada", "1"],
		["Bob", "2"],
	]);
});

test("quotes, delimiters and line ends stay inside their cell", async () => {
	expect(await customers('Customer,Amount\n"Ada ""Countess"", Lovelace\nLondon",1\nO"Brien,2')).toEqual([
		'Ada "Countess", Lovelace\nLondon',
		'O"Brien',
	]);
});

test.for(["utf8", "win1252", "utf16-le", "iso-8859-1"])("a file in %s is read", async (encoding) => {
	const text = "Customer;Amount\nJürgen Müller aus Köln, für die Grüße;1\nFrançoise Bézier à l’hôtel;2\n".replaceAll("’", "'");
	expect(await customers({ file: iconv.encode(text, encoding, { addBOM: encoding.startsWith("utf16") }) })).toEqual([
		"Jürgen Müller aus Köln, für die Grüße",
		"Françoise Bézier à l'hôtel",
	]);
});

test("a formula stays the text that it is, and the sign that guards it in our own CSV goes", async () => {
	const list = await read(`Customer,Amount\n"=cmd|' /C calc'!A0",1\n'=1+1,'-5\n'quoted',2`);
	expect(list.rows).toEqual([
		{ customer: "=cmd|' /C calc'!A0", amount: "1" },
		{ customer: "=1+1", amount: "-5" },
		{ customer: "'quoted'", amount: "2" },
	]);
});

test("columns are matched by label or name, whatever their case, brackets, marks, and but for one letter", async () => {
	const list = await read("E-Mail,CUSTOMER *,Amount (EUR),due_date,Curency\nx,Ada,1,2026-03-05,usd");
	expect(list.columns.map(({ input }) => input)).toEqual([null, "customer", "amount", "due", "currency"]);
	expect(list.rows).toEqual([{ customer: "Ada", amount: "1", due: "2026-03-05", currency: "USD" }]);
});

test("a mapping says which column is which, and leaves columns out", async () => {
	const text = "Name,Customer,Sum\nAda,x,1";
	const list = await read({ text, mapping: { Name: "customer", Sum: "amount", Nothing: "due" } });
	expect(list.columns).toEqual([
		{ head: "Name", input: "customer", sample: ["Ada"] },
		{ head: "Customer", input: null, sample: ["x"] },
		{ head: "Sum", input: "amount", sample: ["1"] },
	]);
	expect((await read({ text, mapping: { Customer: null } })).missing).toEqual(["customer", "amount"]);
	expect((await read({ text, mapping: { Name: "customer", Customer: "customer" } })).faults).toMatchObject([{ column: "Customer" }]);
});

test("columns of one head are told apart, and two that fit alike are left to the person", async () => {
	const list = await read("Customer,Customer,\nAda,Bob,x");
	expect(list.columns.map(({ head, input }) => [head, input])).toEqual([
		["Customer", "customer"],
		["Customer (2)", null],
		["Column 3", null],
	]);
	expect((await read("Customer (old),Customer (new)\nAda,Bob")).missing).toEqual(["customer", "amount"]);
});

test("a preset holds where its column is left out, and an empty cell of that column is a fault", async () => {
	expect((await read("Customer,Amount\nAda,1")).faults).toEqual([]);
	expect((await read("Customer,Amount,Currency\nAda,1,USD\nBob,2,")).faults).toEqual([
		{
			row: 2,
			column: "Currency",
			message: "The cell is empty. Write “EUR” where you mean it, or leave the column out to have it in each row",
		},
	]);
});

test("a missing column is named once, an empty cell of a needed input in each row", async () => {
	const list = await read("Customer,Due date\nAda,\n,2026-03-05");
	expect(list.missing).toEqual(["amount"]);
	expect(list.faults).toEqual([{ row: 2, column: "Customer", message: "A value is missing" }]);
	expect(list.rows).toEqual([{ customer: "Ada" }, { due: "2026-03-05" }]);
});

test("a wrong type and a choice that is none are named, and stay as they were written", async () => {
	const list = await read("Customer,Amount,Due date,Currency\nAda,ten,31.02.2026,YEN\nBob,2,1.3.2026,EUR");
	expect(list.faults).toEqual([
		{ row: 1, column: "Amount", message: "“ten” is not a number" },
		{ row: 1, column: "Due date", message: "“31.02.2026” is not a date: write it as 2026-12-31" },
		{ row: 1, column: "Currency", message: "“YEN” is not one of “EUR”, “USD”" },
	]);
	expect(list.rows[0]).toEqual({ customer: "Ada", amount: "ten", due: "31.02.2026", currency: "YEN" });
	expect(list.rows[1]).toEqual({ customer: "Bob", amount: "2", due: "2026-03-01", currency: "EUR" });
});

test.for<readonly [string, string, readonly string[]]>([
	["another number of the column", "Customer,Amount\na,1.234\nb,0.5", ["1.234", "0.5"]],
	["a decimal comma in the column", "Customer\tAmount\na\t1.234\nb\t0,5", ["1234", "0.5"]],
	["the semicolons of the file", "Customer;Amount\na;1.234\nb;2", ["1234", "2"]],
	["a currency beside it", 'Customer,Amount\na,"1.234,50 €"\nb,"1.234 €"', ["1234.50", "1234"]],
])("a number with two readings is told by %s", async ([, text, amounts]) => {
	const list = await read(text);
	expect(list.faults).toEqual([]);
	expect(list.rows.map((row) => row["amount"])).toEqual(amounts);
});

test("nothing is guessed: a number or day with two readings is a fault where nothing tells", async () => {
	const list = await read("Customer,Amount,Due date\na,1.234,03/04/2026\nb,1,05/05/2026");
	expect(list.faults.map(({ row, message }) => [row, message])).toEqual([
		[1, "“1.234” may be 1.234 or 1234: write which one"],
		[1, "“03/04/2026” may be 2026-04-03 or 2026-03-04: write which one"],
	]);
	const mixed = await read('Customer,Amount\na,1.234\nb,0.5\nc,"0,5"');
	expect(mixed.faults).toMatchObject([{ row: 1, column: "Amount" }]);
});

test("a day with two readings is told by another one of the column", async () => {
	const list = await read("Customer,Amount,Due date\na,1,03/04/2026\nb,1,13/04/2026");
	expect(list.rows.map((row) => row["due"])).toEqual(["2026-04-03", "2026-04-13"]);
});

test("a row with more cells than the head is named, since a value may lack its quotes", async () => {
	expect((await read("Customer,Amount\nAda,1\nLovelace, Ada,2")).faults).toContainEqual({
		row: 2,
		column: "",
		message: "The row has 1 more cells than the head: a value may lack its quotes",
	});
});

test("a secret that a file of results hides is none", async () => {
	const list = await read("Customer,Password\nAda,•••", [{ name: "password", label: "Password", type: "secret" }]);
	expect(list.faults).toEqual([{ row: 1, column: "Password", message: "The secret is hidden here: enter it again" }]);
});

test("secrets stand in no sample", async () => {
	const list = await read("Customer,Password\nAda,hunter2", [{ name: "password", label: "Password", type: "secret" }]);
	expect(list.columns[1]).toEqual({ head: "Password", input: "password", sample: ["•••"] });
	expect(list.rows).toEqual([{ password: "hunter2" }]);
});

test.for<readonly [string, GivenRows, RegExp]>([
	["nothing", {}, /^The list is empty$/],
	["white space", { text: " \n\t\n" }, /^The list is empty$/],
	["a head alone", { text: "Customer,Amount" }, /no row below its head/],
	["an open quote", { text: 'Customer,Amount\nEve,1\n"Ada,1\nBob,2' }, /^A quote in row 2 is not closed$/],
	["an open quote in the head", { text: '"Customer,Amount\nAda,1' }, /^A quote in the head is not closed$/],
	["one endless line", { text: "x".repeat(4_000_000) }, /^The first line is too long for the head of a list$/],
	["100,000 rows", { text: `Customer,Amount\n${"Ada,1\n".repeat(100_000)}` }, /more than 10,000 rows, and a run takes 10,000 at most/],
	["20 MB", { text: "x".repeat(20_000_000) }, /more than 5 million characters/],
	["a row of a thousand cells", { text: ",".repeat(1_000) }, /^The list has 1,001 columns, 200 at most are read$/],
])("a list of %s is refused with its reason", async ([, given, reason]) => {
	const list = await read(given);
	expect(list).toMatchObject({ rows: [], columns: [], faultCount: 1 });
	expect(list.faults[0]?.message).toMatch(reason);
});

test("of many faults a thousand are named, and all are counted", async () => {
	const list = await read(`Customer,Amount\n${"Ada,x\n".repeat(3_000)}`);
	expect(list.faults).toHaveLength(1_000);
	expect(list.faultCount).toBe(3_000);
});

test("10,000 rows are read in well under a second of the processor", async () => {
	const row = (at: number) => `"Customer ${at}, Ltd.",${at}.5,2026-03-05,EUR,note ${at}`;
	const text = `Customer,Amount,Due date,Currency,Note\n${Array.from({ length: 10_000 }, (_, at) => row(at)).join("\n")}`;
	const from = process.cpuUsage();
	const list = await read(text);
	const { user, system } = process.cpuUsage(from);
	expect((user + system) / 1_000).toBeLessThan(800);
	expect(list.rows).toHaveLength(10_000);
	expect(list.faultCount).toBe(0);
});

test.for<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
	["what a run may have", { customer: "Ada", amount: "-0.5", due: "2024-02-29" }, []],
	["a missing value", { amount: "1" }, ["Customer: A value is missing"]],
	["a number as people write it", { customer: "Ada", amount: "1,5" }, ["Amount: “1,5” is not a number"]],
	[
		"a day that no calendar has",
		{ customer: "Ada", amount: "1", due: "2026-02-29" },
		["Due date: “2026-02-29” is not a date: write it as 2026-12-31"],
	],
	["another choice", { customer: "Ada", amount: "1", currency: "eur" }, ["Currency: “eur” is not one of “EUR”, “USD”"]],
	["an unknown input", { customer: "Ada", amount: "1", other: "x" }, ["other: The routine has no such input"]],
])("values of a run are held against their inputs: %s", ([, row, faults]) => {
	expect(checkRows([row], inputs).faults.map(({ column, message }) => `${column}: ${message}`)).toEqual(faults);
});

test("whatever is pasted is read or refused, and never thrown back", async () => {
	const part = fc.oneof(
		fc.constantFrom(",", ";", "\t", "\n", "\r\n", '"', "'", "=", "\uFEFF", "Customer", "Amount", "1.234", "03/04/2026"),
		fc.string(),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(part, { maxLength: 60 }), async (parts) => {
			const list = await read(parts.join(""));
			expect(list.faults.length === 0 || list.faultCount > 0).toBe(true);
			// What has no fault may be given to a run as it is.
			if (list.missing.length === 0 && list.faultCount === 0) expect(checkRows(list.rows, inputs).faults).toEqual([]);
		}),
		{ numRuns: 300 },
	);
});
