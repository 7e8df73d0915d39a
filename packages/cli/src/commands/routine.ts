import { readFile } from "node:fs/promises";
import { listRoutines, resultsOf, runRoutine } from "../routine/run-routine.ts";
import { serverOf } from "../sign-in.ts";
import type { Command } from "./arguments.ts";
import type { Stored } from "./credentials.ts";
import type { ExitCode } from "./exit-codes.ts";
import { exitCodeOfStatus, exitCodes, UsageError } from "./exit-codes.ts";
import type { CommandContext } from "./run.ts";
import type { Terminal } from "./terminal.ts";
import { printable } from "./terminal.ts";
import { routineLines } from "./words.ts";

/** Prints the routines of the key. @throws WebhandError */
export async function printRoutines(
	{ isJson }: Extract<Command, { readonly kind: "routine list" }>,
	stored: Stored,
	{ terminal }: CommandContext,
): Promise<ExitCode> {
	const routines = await listRoutines(serverOf(stored.url, stored));
	for (const routine of routines) {
		const { name, id, inputs } = routine;
		const given = inputs.map(({ name: input, optional }) => (optional ? `[${input}]` : input)).join(" ");
		terminal.out(isJson ? JSON.stringify(routine) : [name, id, given].map(printable).join("\t"));
	}
	if (routines.length === 0) terminal.note("This key sees no routines: record one in the panel, or have one shared", "dim");
	return exitCodes.done;
}

/** Runs a routine and waits for its end. @throws WebhandError, UsageError */
export async function runRows(
	command: Extract<Command, { readonly kind: "routine run" }>,
	stored: Stored,
	{ terminal, signal }: CommandContext,
): Promise<ExitCode> {
	const { routine, csv: file, browser, labels, isDryRun: dryRun, isOnceEver: onceEver, patienceSeconds, isJson } = command;
	const csv = file === undefined ? {} : { csv: await listIn(file, terminal) };
	const options = { routine, ...csv, browser, labels, dryRun, onceEver, patienceSeconds, signal };
	const server = serverOf(stored.url, stored);
	for await (const event of runRoutine(server, options)) {
		if (isJson) terminal.out(JSON.stringify(event));
		else if (event.type === "end") terminal.out((await resultsOf(server, event.result.runId)).replace(/\r?\n$/, ""));
		for (const [line, style] of routineLines(event)) terminal.note(line, style);
		if (event.type === "end") return exitCodeOfStatus(event.result.status);
	}
	throw new Error("The run has no end");
}

async function listIn(file: string, terminal: Terminal): Promise<Buffer> {
	if (file === "-") return await terminal.readAll();
	return await readFile(file).catch((cause: unknown) => {
		throw new UsageError(`--csv: ${file} cannot be read`, { cause });
	});
}
