import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { CsvRow } from "./csv.ts";
import { csvStream } from "./csv.ts";

async function* rowsOf(...rows: readonly CsvRow[]): AsyncGenerator<CsvRow> {
	yield* rows;
}

/** With its byte order mark, which other readers drop. */
const written = async (rows: AsyncIterable<CsvRow>) => (await buffer(csvStream(rows))).toString("utf8");
const bom = "\uFEFF";

test.for(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1", "＋1", "－1", "＠A1"])(
	"a spreadsheet does not calculate a cell that begins as %j does",
	async (cell) => {
		expect((await written(rowsOf(["a", cell]))).replaceAll('"', "")).toBe(`${bom}a,'${cell}\r\n`);
	},
);

test("commas, quotes and line ends stay inside their cell, and an escaped cell is quoted as any other", async () => {
	const file = await written(rowsOf(["a,b", 'say "hi"', "one\ntwo", '=HYPERLINK("x"), y'], ["", "b", "c", "d"]));
	expect(file).toBe(`${bom}"a,b","say ""hi""","one\ntwo","'=HYPERLINK(""x""), y"\r\n,b,c,d\r\n`);
});

test("rows are made as they are read, and reading ends with the reader", async () => {
	let made = 0;
	let isEnded = false;
	async function* endless(): AsyncGenerator<CsvRow> {
		try {
			for (;;) {
				made += 1;
				yield ["x".repeat(100)];
			}
		} finally {
			isEnded = true;
		}
	}
	const stream = csvStream(endless());
	for await (const chunk of stream) if (String(chunk).length > 0) break;
	expect(made).toBeLessThan(2_000);
	await expect.poll(() => isEnded).toBe(true);
});

test("an error of the rows breaks the file off", async () => {
	async function* failing(): AsyncGenerator<CsvRow> {
		yield ["a"];
		throw new Error("the database is gone");
	}
	await expect(written(failing())).rejects.toThrow("the database is gone");
});
