#!/usr/bin/env node
import { readFileSync } from "node:fs";
import type { Command } from "./commands/arguments.ts";
import { readArguments } from "./commands/arguments.ts";
import { credentialsFor } from "./commands/credentials.ts";
import type { ExitCode } from "./commands/exit-codes.ts";
import { exitCodeOf, exitCodes } from "./commands/exit-codes.ts";
import { logIn, logOut } from "./commands/login.ts";
import { printRoutines, runRows } from "./commands/routine.ts";
import type { CommandContext } from "./commands/run.ts";
import { runOrder } from "./commands/run.ts";
import { createTerminal, printable } from "./commands/terminal.ts";
import { WebhandError } from "./errors.ts";

const environment = process.env;
const terminal = createTerminal(environment);
const stopping = new AbortController();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
	process.on(signal, () => {
		// The second one does not wait for the server.
		if (stopping.signal.aborted) process.exit(exitCodes.interrupted);
		terminal.note("Cancelling …", "yellow");
		stopping.abort();
	});
}
// Who reads the output may leave early, as `head` does.
process.stdout.on("error", () => stopping.abort());

process.exitCode = await main();
// An open stdin would keep the process.
process.stdin.destroy();

async function main(): Promise<ExitCode> {
	try {
		return await carryOut(readArguments(process.argv.slice(2)), { terminal, environment, signal: stopping.signal });
	} catch (cause) {
		const isStopped = stopping.signal.aborted;
		const error = cause instanceof Error ? cause : new Error(String(cause));
		const request = cause instanceof WebhandError && cause.requestId !== undefined ? ` (request ${cause.requestId})` : "";
		// Its words say whether the server has heard of it.
		const hasWords = !isStopped || (cause instanceof WebhandError && cause.code === "cancelled");
		const words = hasWords ? `webhand: ${error.message}${request}` : "cancelled";
		for (const line of words.split("\n")) terminal.note(printable(line), "red");
		return isStopped ? exitCodes.interrupted : exitCodeOf(cause);
	}
}

async function carryOut(command: Command, context: CommandContext): Promise<ExitCode> {
	switch (command.kind) {
		case "help":
			terminal.out(command.text);
			return exitCodes.done;
		case "version":
			terminal.out(versionOf());
			return exitCodes.done;
		case "login":
			return await logIn(command.url, context);
		case "logout":
			return logOut(context);
		case "run":
			return await runOrder(command, credentialsFor(environment, command.server), context);
		case "routine list":
			return await printRoutines(command, credentialsFor(environment, command.server), context);
		case "routine run":
			return await runRows(command, credentialsFor(environment, command.server), context);
	}
}

function versionOf(): string {
	const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { readonly version: string };
	return version;
}
