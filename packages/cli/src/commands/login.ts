import { taskListRoute } from "@webhand/contracts/agent/task-trace";
import { ApiKeySecret } from "@webhand/contracts/auth/api-keys";
import { routinesRoute } from "@webhand/contracts/routine/routine";
import { WebhandError } from "../errors.ts";
import type { Server } from "../server.ts";
import { ask } from "../server.ts";
import { serverOf } from "../sign-in.ts";
import { credentialsFile, removeCredentials, storeCredentials } from "./credentials.ts";
import type { ExitCode } from "./exit-codes.ts";
import { exitCodes, UsageError } from "./exit-codes.ts";
import type { CommandContext } from "./run.ts";

/** Stores a key that the server takes. @throws WebhandError, UsageError */
export async function logIn(url: string, { terminal, environment, signal }: CommandContext): Promise<ExitCode> {
	const key = await readKey({ terminal, environment, signal }, url);
	const may = await scopesOf(serverOf(url, { key }));
	const file = credentialsFile(environment);
	storeCredentials(file, { url, key });
	terminal.note(`Signed in at ${url}; the key is in ${file}.`, "green");
	if (!may.tasks) terminal.note("`webhand run` needs a key with the scope tasks:run, which this one has not.", "yellow");
	if (!may.routines)
		terminal.note("`webhand routine` needs a key with the scopes routines:read and routines:run, which this one has not.", "yellow");
	return exitCodes.done;
}

async function readKey({ terminal, environment, signal }: CommandContext, url: string): Promise<string> {
	const given = environment["WEBHAND_API_KEY"];
	if (terminal.isInteractive && !given)
		terminal.note(`Make a key in the console of ${url} under API keys, and paste it here. It is not shown.`);
	const typed =
		given || (terminal.isInteractive ? await terminal.ask("Key: ", { isHidden: true, signal }) : String(await terminal.readAll()));
	const key = (typed ?? "").trim();
	if (!ApiKeySecret.safeParse(key).success) throw new UsageError("This is no key of Webhand: it begins with whk_ and has 47 characters");
	return key;
}

/** What the server lets the key do. @throws WebhandError where it takes the key for nothing */
async function scopesOf(server: Server): Promise<{ readonly tasks: boolean; readonly routines: boolean }> {
	const may = async (asked: Promise<unknown>) =>
		asked.then(
			() => true,
			(cause: unknown) => {
				if (cause instanceof WebhandError && cause.code === "forbidden") return false;
				throw cause;
			},
		);
	const tasks = await may(ask(server, taskListRoute, { query: { limit: 1 } }));
	const routines = await may(ask(server, routinesRoute, { query: { limit: 1 } }));
	return { tasks, routines };
}

/** Forgets the stored key. @throws Error where the file cannot be removed */
export function logOut({ terminal, environment }: CommandContext): ExitCode {
	const had = removeCredentials(credentialsFile(environment));
	terminal.note(had ? "The key was removed from this computer. It stays valid until it is revoked in the console." : "No key was stored.");
	return exitCodes.done;
}
