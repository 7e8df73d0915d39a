import { parseArgs } from "node:util";
import { isWebAddress } from "../task/tool.ts";
import { UsageError } from "./exit-codes.ts";
import { helpOf } from "./help.ts";

/** What the command line says. */
export type Command =
	| { readonly kind: "help"; readonly text: string }
	| { readonly kind: "version" }
	| { readonly kind: "login"; readonly url: string }
	| { readonly kind: "logout" }
	| {
			readonly kind: "run";
			readonly order: string;
			readonly url: string;
			readonly mode: "careful" | "autonomous";
			readonly maxSteps: number;
			readonly isJson: boolean;
			readonly isHeaded: boolean;
			readonly hasSandbox: boolean;
			readonly server: string | undefined;
	  }
	| { readonly kind: "routine list"; readonly isJson: boolean; readonly server: string | undefined }
	| {
			readonly kind: "routine run";
			readonly routine: string;
			readonly csv: string | undefined;
			readonly browser: "runner" | "mine";
			readonly labels: readonly string[];
			readonly isDryRun: boolean;
			readonly isOnceEver: boolean;
			readonly patienceSeconds: number;
			readonly isJson: boolean;
			readonly server: string | undefined;
	  };

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const common = { help: { ...flag, short: "h" } } as const;
const optionsOf = {
	login: { ...common, url: text },
	logout: common,
	run: { ...common, url: text, mode: text, "max-steps": text, json: flag, headed: flag, "no-sandbox": flag, server: text },
	"routine list": { ...common, json: flag, server: text },
	"routine run": {
		...common,
		csv: text,
		browser: text,
		label: { ...text, multiple: true },
		"dry-run": flag,
		"once-ever": flag,
		patience: text,
		json: flag,
		server: text,
	},
} as const;

type Name = keyof typeof optionsOf;

/**
 * Reads the arguments behind `webhand`.
 *
 * @throws UsageError
 */
export function readArguments(given: readonly string[]): Command {
	const [first = "", second = ""] = given;
	if (first === "" || first === "--help" || first === "-h" || first === "help") return { kind: "help", text: helpOf("webhand") };
	if (first === "--version") return { kind: "version" };
	const name = first === "routine" ? `routine ${second}` : first;
	if (!isName(name)) {
		if (first === "routine" && (second === "" || second.startsWith("-"))) return { kind: "help", text: helpOf("routine") };
		throw new UsageError(`There is no command "${name}". \`webhand --help\` shows all of them`);
	}
	const { values, positionals } = parsed(name, given.slice(first === "routine" ? 2 : 1));
	const said = values as Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
	if (said["help"] === true) return { kind: "help", text: helpOf(name) };
	return commandOf(name, said, positionals);
}

type Said = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

function commandOf(name: Name, said: Said, positionals: readonly string[]): Command {
	const words = (what: string, isNeeded: boolean): string => {
		const [word = "", ...more] = positionals;
		if (more.length > 0) throw new UsageError(`"${more[0]}" is one argument too many: put ${what} into quotes`);
		if (isNeeded && word.trim() === "") throw new UsageError(`${what} is missing: \`webhand ${name} --help\` shows how it is given`);
		if (!isNeeded && word !== "") throw new UsageError(`\`webhand ${name}\` takes no "${word}"`);
		return word;
	};
	const isJson = said["json"] === true;
	const server = serverIn(said["server"]);
	switch (name) {
		case "login":
			words("", false);
			return {
				kind: name,
				url: serverIn(said["url"]) ?? missing("--url", "the address of the server, such as https://webhand.example.com"),
			};
		case "logout":
			words("", false);
			return { kind: name };
		case "run": {
			const url = said["url"];
			if (!isWebAddress(url)) throw new UsageError("--url must be the address of the page, such as https://shop.example.com/");
			return {
				kind: name,
				order: words("the order", true),
				url,
				mode: oneOf("--mode", said["mode"] ?? "careful", ["careful", "autonomous"]),
				maxSteps: numberIn("--max-steps", said["max-steps"] ?? "50", { least: 1, most: 50 }),
				isJson,
				isHeaded: said["headed"] === true,
				hasSandbox: said["no-sandbox"] !== true,
				server,
			};
		}
		case "routine list":
			words("", false);
			return { kind: name, isJson, server };
		case "routine run":
			return {
				kind: name,
				routine: words("the name of the routine", true),
				csv: typeof said["csv"] === "string" ? said["csv"] : undefined,
				browser: oneOf("--browser", said["browser"] ?? "runner", ["runner", "mine"]),
				labels: Array.isArray(said["label"]) ? said["label"] : [],
				isDryRun: said["dry-run"] === true,
				isOnceEver: said["once-ever"] === true,
				patienceSeconds: numberIn("--patience", said["patience"] ?? "600", { least: 1, most: 86_400 }),
				isJson,
				server,
			};
	}
}

const isName = (name: string): name is Name => Object.hasOwn(optionsOf, name);

function parsed(name: Name, args: readonly string[]) {
	// Somebody who puts the key there has it in the history of the shell and in the list of processes.
	if (args.some((arg) => arg.includes("whk_")))
		throw new UsageError(
			"A key never goes on the command line. Pass it on stdin or as WEBHAND_API_KEY, and revoke this one: others may have seen it",
		);
	try {
		return parseArgs({ args: [...args], options: optionsOf[name], allowPositionals: true, strict: true });
	} catch (cause) {
		const [reason = ""] = (cause instanceof Error ? cause.message : String(cause)).split(". ");
		throw new UsageError(`${reason}. \`webhand ${name} --help\` shows what there is`, { cause });
	}
}

function missing(option: string, what: string): never {
	throw new UsageError(`${option} is missing: ${what}`);
}

function serverIn(value: Said[string]): string | undefined {
	if (value === undefined) return undefined;
	if (!isWebAddress(value)) throw new UsageError("The address of the server must be one such as https://webhand.example.com");
	return new URL(value).origin;
}

function oneOf<const Choice extends string>(option: string, value: Said[string], choices: readonly Choice[]): Choice {
	const found = choices.find((choice) => choice === value);
	if (found === undefined) throw new UsageError(`${option} must be ${choices.join(" or ")}, not "${String(value)}"`);
	return found;
}

function numberIn(option: string, value: Said[string], { least, most }: { readonly least: number; readonly most: number }): number {
	const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
	if (!(number >= least && number <= most)) throw new UsageError(`${option} must be a whole number from ${least} to ${most}`);
	return number;
}
