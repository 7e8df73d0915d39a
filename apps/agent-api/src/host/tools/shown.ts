import { hasDryRun, toolNamed } from "@webhand/contracts/tools/server-tools";
import { hide } from "../../policy/secrets/find.ts";
import { hideIn } from "../../policy/secrets/mask.ts";
import type { PreparedCall } from "./ports.ts";

const mostCharacters = 500_000;
/** What only the server itself needs of a request. */
const internal: ReadonlySet<string> = new Set(["executionId", "rule", "callId", "toolHash"]);

/** What is beside the arguments: the entries of a folder to delete, and the person's own secrets. */
type Beside = { readonly listed?: readonly string[]; readonly secrets?: readonly string[] };

/**
 * The arguments of a call for the person who approves it: all of them, but the secrets that this person wrote. A model chooses names and
 * forms, so neither covers anything. What is beyond 500,000 characters is left out, and `notShown` says how much.
 *
 * @throws never
 */
export function shownOf({ tool, args, shown }: Pick<PreparedCall, "tool" | "args" | "shown">, { listed, secrets = [] }: Beside = {}) {
	// A diff shows what a dry run would do.
	if (isShownByDiff(tool)) return { args: hideAll(shown, secrets), notShown: [] };
	let left = mostCharacters;
	const notShown: string[] = [];
	const whole = Object.entries<unknown>({ ...args, ...(listed === undefined ? {} : { entries: listed }) }).flatMap(([name, value]) => {
		if (value === undefined || internal.has(name)) return [];
		const covered = hideAll(value, secrets);
		const text = typeof covered === "string" ? covered : JSON.stringify(covered);
		if (text.length <= left) {
			left -= text.length;
			return [[name, covered] as const];
		}
		notShown.push(`${(text.length - left).toLocaleString("en")} characters of ${hide(name, secrets)}`);
		const kept = text.slice(0, left).toWellFormed();
		left = 0;
		return [[name, kept] as const];
	});
	return { args: Object.fromEntries(whole), notShown };
}

function isShownByDiff(name: string): boolean {
	const tool = toolNamed(name);
	return tool !== undefined && hasDryRun(tool);
}

/** No member keeps its texts by its name, as those of our own rows do. */
const hideAll = <Value>(value: Value, secrets: readonly string[]): Value => hideIn(value, secrets, noFields);
const noFields: ReadonlySet<string> = new Set();
