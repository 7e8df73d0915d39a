import { expect, test } from "vitest";
import type { RunRecord } from "../../run-record.ts";
import { afterEvent } from "../run/policy.ts";
import { stubChrome } from "../run/testing/chrome.ts";
import { freshRun, taskId } from "../run/testing/sample.ts";

test("a note that came before the task had its id is sent once it has one, and only once", async () => {
	stubChrome({});
	const { passNotes } = await import("./task-outbox.ts");
	let record: RunRecord = afterEvent(freshRun(), { kind: "note_kept", text: "blue", at: 3 });
	const sent: unknown[] = [];
	const runs = {
		list: async () => [record],
		apply: async (_run: unknown, event: Parameters<typeof afterEvent>[1]) => {
			record = afterEvent(record, event);
			return record;
		},
	};
	const outbox = {
		say: async (said: unknown) => {
			sent.push(said);
			return null;
		},
	};
	await passNotes({ runs, outbox });
	expect(sent).toEqual([]);
	record = { ...record, taskId };
	await Promise.all([passNotes({ runs, outbox }), passNotes({ runs, outbox })]);
	expect(sent).toEqual([{ taskId, body: { answer: "blue" }, text: "blue" }]);
	expect(record.notes).toEqual([]);
});
