import { randomBytes } from "node:crypto";
import type { McpServer } from "@modelcontextprotocol/server";
import type { RoutineRunId } from "@webhand/contracts/ids";
import type { ReadTable, RoutineRow } from "@webhand/contracts/routine/run";
import { isRowOver } from "@webhand/contracts/routine/run";
import type { InputValues, RoutineInput } from "@webhand/contracts/routine/words";
import { checkRows, isNeeded } from "@webhand/routines/rows/check";
import { z } from "zod";
import { fence } from "../../decider/llm/prompt/fence.ts";
import type { Request } from "../../host/client.ts";
import type { StoredRoutine } from "../../routines/library/store.ts";
import { changeRun } from "../../routines/runs/change.ts";
import type { RoutineRunDeps } from "../../routines/runs/engine.ts";
import { startRun, withoutNeed } from "../../routines/runs/engine.ts";
import { evidenceOf, listRows, readTables } from "../../routines/runs/read.ts";
import type { Owner } from "../../shared/rows.ts";
import type { CallDeps, CallEnd } from "../calls/engine.ts";
import type { Work } from "../calls/store.ts";
import type { StoredClient } from "../clients/store.ts";
import type { ToolCaller } from "./browser.ts";
import { runInBrowser } from "./browser.ts";
import { replyOf } from "./reply.ts";
import type { Told } from "./words.ts";
import { toldOfEnd } from "./words.ts";

/** What the tools of routines need; `publicUrl` begins the address of the evidence. */
export type RoutineToolDeps = { readonly runs: RoutineRunDeps; readonly publicUrl: string };

/** Tools that one person is offered: a client's model reads all of them. */
const mostTools = 100;
/** A client may call a tool that it listed before so many routines changed. */
const mostSearched = 1_000;
const slugLength = 32;
const idLength = 8;

/**
 * The name of the tool of a routine: its name in ASCII for models, and the beginning of its id. The id makes it unique and outlives a new
 * name. At most 50 characters, since clients put a name of their own before it.
 *
 * @throws never
 */
function toolNameOf({ _id, name }: Pick<StoredRoutine, "_id" | "name">): string {
	const slug = name
		.normalize("NFKD")
		.toLowerCase()
		.replaceAll(/\p{M}/gu, "")
		.replaceAll(/[^a-z0-9]+/g, "_")
		.slice(0, slugLength)
		.replaceAll(/^_+|_+$/g, "");
	return ["routine", ...(slug === "" ? [] : [slug]), _id.slice("rtn_".length).slice(0, idLength)].join("_");
}

/** True for a routine that needs no file of its person's computer. @throws never */
function isOffered({ inputs }: Pick<StoredRoutine, "inputs">): boolean {
	return !inputs.some((input) => input.type === "file" && isNeeded(input));
}

/** The routines of a person as tools, last changed first: all to be listed, or the one that a call names. */
export async function offeredRoutines(
	{ runs: { routines } }: RoutineToolDeps,
	{ tenantId, userId }: Owner,
	called?: string,
): Promise<readonly StoredRoutine[]> {
	const found = await routines.list(tenantId, { userId, after: null, limit: called === undefined ? mostTools : mostSearched });
	// A client that read the list before a rename calls the old name: the id in it counts.
	const isMeant = ({ _id }: StoredRoutine) => called === undefined || _id.slice("rtn_".length).startsWith(called.slice(-idLength));
	return found.filter((routine) => isOffered(routine) && isMeant(routine)).slice(0, called === undefined ? mostTools : 1);
}

/** The routines that a request is about, and the tool that it calls. */
export type OfferedRoutines = { readonly offered: readonly StoredRoutine[]; readonly called: string | undefined };

/** Adds a tool for each routine. Its run goes through the person's browser, careful as every task of a client. */
export function addRoutineTools(
	server: McpServer,
	{ calls, routines: deps }: { readonly calls: CallDeps; readonly routines: RoutineToolDeps },
	{ offered, called, ...caller }: OfferedRoutines & ToolCaller,
): void {
	for (const routine of offered) {
		const inputs = routine.inputs.filter(isGivable);
		server.registerTool(
			called ?? toolNameOf(routine),
			{
				title: routine.name,
				description: descriptionOf(routine),
				inputSchema: schemaOf(inputs),
				annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
			},
			async (given, context) => {
				const values = valuesOf(given);
				const { faults } = checkRows([values], routine.inputs.map(withoutNeed));
				if (faults.length > 0) return replyOf(toldOfFaults(faults, inputs));
				const work = { kind: "routine", routineId: routine._id, name: routine.name, values } as const;
				const end = await runInBrowser(calls, caller, { work, context });
				return replyOf(await toldOfRoutine(deps, caller.client, end));
			},
		);
	}
}

/** A client gives no secret, which its person types into the page, and no file, which lies on the person's computer. */
const isGivable = ({ type }: RoutineInput) => type !== "secret" && type !== "file";

function descriptionOf({ name, description, stepCount, hasChecks, inputs }: StoredRoutine): string {
	const told = description === "" ? "" : ` Its owner says: ${JSON.stringify(description)}.`;
	const end = hasChecks ? "It reads back what it saved." : "It reads nothing back.";
	const secrets = inputs.filter(({ type }) => type === "secret").map(({ label }) => JSON.stringify(label));
	const typed = secrets.length === 0 ? "" : ` The person types ${secrets.join(", ")} into the page; never ask for it.`;
	return `Plays the routine ${JSON.stringify(name)}, ${stepCount} steps, once in the person's own browser, which may take minutes.${told} ${end} The person sees every step and approves what is risky in Webhand's side panel.${typed}`;
}

function schemaOf(inputs: readonly RoutineInput[]) {
	return z.strictObject(
		Object.fromEntries(
			inputs.map((input) => {
				const { name, label, example, preset } = input;
				const facts = [
					label,
					...(example === undefined ? [] : [`for example ${example}`]),
					...(preset === undefined ? [] : [`else ${preset}`]),
				];
				const schema = typeOf(input).describe(facts.join("; "));
				return [name, isNeeded(input) ? schema : schema.optional()];
			}),
		),
	);
}

function typeOf({ type, choices }: RoutineInput): z.ZodType<string | number> {
	if (type === "number") return z.number();
	if (type === "date") return z.iso.date();
	return type === "choice" && choices !== undefined ? z.enum(choices) : z.string().min(1).max(10_000);
}

function valuesOf(given: Readonly<Record<string, unknown>>): InputValues {
	return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

type Fault = { readonly column: string; readonly message: string };

function toldOfFaults(faults: readonly Fault[], inputs: readonly RoutineInput[]): Told {
	const named = faults.map(({ column, message }) => ({ input: inputs.find(({ label }) => label === column)?.name ?? column, message }));
	const text = `Nothing ran. ${named.map(({ input, message }) => `${input}: ${message}`).join(". ")}`;
	return { text, data: { status: "refused", faults: named }, isError: true };
}

type RoutineWork = Extract<Work, { kind: "routine" }>;

/** Starts the run of a call under the sign-in of the panel that took it; the same call gets the same run again. @throws AppError */
export async function startRoutine(
	{ runs }: RoutineToolDeps,
	{ identity }: Request,
	call: { readonly _id: string; readonly work: RoutineWork },
) {
	const { routineId, values } = call.work;
	const body = { rows: [values], options: { ...onceCareful } };
	const { reply } = await startRun(runs, { identity, routineId, body, key: call._id });
	return reply.run.id;
}

/** Stops the run of a call that nobody waits for. */
export async function stopRoutine({ runs }: RoutineToolDeps, { tenantId, userId }: Owner, runId: RoutineRunId): Promise<void> {
	const identity = { tenantId, userId, roles: [], limits: {} };
	await changeRun(runs, { identity, runId, change: { change: "stop", withUnknown: false } });
}

/** What a client asks for is careful, whatever the panel's mode, and asks no model. */
const onceCareful = { mode: "careful", stopsAtFailure: false, isOnceEver: false, asksModel: false, isDryRun: false } as const;

/** What a client gets of the row that its call ran. One that is not over when the call ends is stopped. */
async function toldOfRoutine({ runs, publicUrl }: RoutineToolDeps, { tenantId, userId }: StoredClient, end: CallEnd): Promise<Told> {
	const told = toldOfEnd(end);
	const run = await runs.runs.findCreated(tenantId, userId, end.callId);
	if (run === null) return told;
	const call = { identity: { tenantId, userId, roles: [], limits: {} }, runId: run._id };
	const rowOf = async () => (await listRows(runs, { ...call, query: { limit: 1 } })).rows[0];
	const first = await rowOf();
	if (first === undefined) return told;
	// It may have ended meanwhile.
	if (!isRowOver(first.state)) await stopRoutine({ runs, publicUrl }, call.identity, run._id).catch(() => undefined);
	const row = isRowOver(first.state) ? first : ((await rowOf()) ?? first);
	const evidence = evidenceOf(row);
	const { tables } = run.readsLists === true ? await readTables(runs, { ...call, index: first.index }) : { tables: [] };
	return toldOfRow(row, { told, tables, runId: run._id, evidence: evidence === "" ? null : new URL(evidence, publicUrl).href });
}

/** Characters of a list that a client gets, as of a page that it reads; the person has all of its rows. */
const mostRead = 60_000;

/** A list as a client gets it: its first rows, and how many were read. */
function toldOfList({ columns, rows, isCut }: ReadTable) {
	let size = 0;
	const cut = rows.findIndex(({ cells }) => {
		size += cells.join(" ").length;
		return size > mostRead;
	});
	const told = cut === -1 ? rows : rows.slice(0, cut);
	return { columns: columns.map(({ label }) => label), rows: told.map(({ cells }) => cells), rowCount: rows.length, isCut };
}

type Seen = { readonly told: Told; readonly tables: readonly ReadTable[]; readonly runId: string; readonly evidence: string | null };

function toldOfRow({ state, reason, checks }: RoutineRow, { told, tables, runId, evidence }: Seen): Told {
	const isDone = state === "done" || state === "done_unchecked";
	const read = checks.map(
		({ label, expected, seen, holds }) =>
			`${label}: meant ${expected}, ${seen === undefined ? "not found" : `the page says ${seen}`}${holds ? "" : " (wrong)"}`,
	);
	const lists = tables.map(toldOfList);
	const listed = lists.flatMap(({ columns, rows, rowCount, isCut }) => [
		`A list of ${rowCount} rows${isCut ? ", and it may have more" : ""}${rowCount > rows.length ? `; the first ${rows.length} of them` : ""}:`,
		...[columns, ...rows].map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, " ")).join("\t")),
	]);
	const said = [...(reason === undefined ? [] : [reason]), ...read, ...listed];
	// What the page says must not close the frame around it.
	const nonce = randomBytes(12).toString("hex");
	const lines = [
		`Row: ${state}`,
		...(said.length === 0 ? [] : [fence("page", nonce, said.join("\n"))]),
		...(evidence === null ? [] : [`Evidence, for the person: ${evidence}`]),
		told.text,
	];
	return {
		text: lines.join("\n"),
		data: { ...told.data, row: { state, reason: reason ?? null, checks, lists, evidence, runId } },
		isError: !isDone,
	};
}
