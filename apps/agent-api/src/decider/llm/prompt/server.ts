import { shortAnswer } from "@webhand/page/find/answers";
import { hide, secretsIn } from "../../../policy/secrets/find.ts";
import type { PastStep, Turn } from "../../turn.ts";
import { charactersWithin } from "../tokens.ts";
import type { Profile } from "./budget.ts";
import { escapeData, fence } from "./fence.ts";

const mostDescription = 80;

/** The tools of the server host, one line each: only those that work now. Servers of others write descriptions, so these are data. */
export function toolsOf({ serverTools = [] }: Pick<Turn, "serverTools">, nonce: string): string {
	if (serverTools.length === 0) return "";
	const lines = serverTools.map(
		({ name, description, parameters }) =>
			`${escapeData(`${name} {${parameters.join(", ")}}`)} ${escapeData(description).slice(0, mostDescription)}`,
	);
	return [
		'Files, git and commands of the person\'s workspace on the server: server("fs_read", {"path": "a.txt"}). Use them only where TASK needs them; a call is an action of its own, and what it gives back comes under SERVER RESULTS. "?" may be left out.',
		fence("server", nonce, lines.join("\n")),
	].join("\n");
}

/** What the newest calls gave back, in fences: it is data of files and programs. The newest gets half of the room. */
export function resultsOf({ history }: Pick<Turn, "history">, { lookupTokens }: Profile, nonce: string): string {
	const told = history.filter(({ result }) => result !== undefined).reverse();
	return told
		.map((step, index) => resultOf(step, Math.floor(lookupTokens / 2 ** Math.min(index + 1, told.length - 1)), nonce))
		.reverse()
		.join("\n");
}

function resultOf({ action, result, stepIndex }: PastStep, tokens: number, nonce: string): string {
	const text = result?.ok === true ? textOf(result.data) : (result?.error ?? "");
	const shown = hide(text, secretsIn(text)).split("\n").map(escapeData).join("\n");
	const cut = shortAnswer(shown, charactersWithin(shown, tokens));
	return `Step ${stepIndex + 1}:\n${fence("server", nonce, `${escapeData(action).slice(0, 200)}\n${cut}`)}`;
}

/** The text of a file or an output as it is, anything else as JSON. */
function textOf(data: unknown): string {
	const { content, stdout, stderr } = Object(data) as Readonly<Record<string, unknown>>;
	if (typeof content === "string") return content;
	return typeof stdout === "string"
		? `${stdout}${typeof stderr === "string" && stderr !== "" ? `\n${stderr}` : ""}`
		: JSON.stringify(data ?? null);
}
