import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

/** The checkout's root. */
export const root = join(import.meta.dirname, "..", "..", "..", "..");

const Text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** A service of docker-compose.yml, as far as the rules look at it. */
export const ComposeService = z.looseObject({
	image: z.string().optional(),
	build: z.looseObject({ dockerfile: z.string(), target: z.string(), args: z.record(z.string(), Text) }).optional(),
	init: z.boolean().optional(),
	user: z.string().optional(),
	read_only: z.boolean().optional(),
	privileged: z.boolean().optional(),
	network_mode: z.string().optional(),
	pid: z.string().optional(),
	tmpfs: z.array(z.string()).default([]),
	cap_drop: z.array(z.string()).default([]),
	cap_add: z.array(z.string()).default([]),
	security_opt: z.array(z.string()).default([]),
	mem_limit: Text.optional(),
	cpus: z.number().optional(),
	pids_limit: z.number().optional(),
	healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
	stop_grace_period: z.string().optional(),
	restart: z.string().optional(),
	environment: z.record(z.string(), Text).default({}),
	volumes: z.array(z.string()).default([]),
	ports: z.array(z.string()).default([]),
	networks: z.array(z.string()).default([]),
	depends_on: z.record(z.string(), z.looseObject({ condition: z.string() })).default({}),
	profiles: z.array(z.string()).default([]),
});
export type ComposeService = z.infer<typeof ComposeService>;

/** docker-compose.yml with its anchors resolved. */
export const Compose = z.looseObject({
	services: z.record(z.string(), ComposeService),
	networks: z.record(z.string(), z.looseObject({ internal: z.boolean().optional() })),
	volumes: z.record(z.string(), z.unknown()),
});
export type Compose = z.infer<typeof Compose>;

/** A file of the repository. @param path relative to its root */
export function readText(path: string): string {
	return readFileSync(join(root, path), "utf8");
}

/** Text of a compose file as data; `<<` merges as Compose does. */
export function parseCompose(text: string): unknown {
	return parse(text, { merge: true });
}

/** The variables of an environment file. */
export function parseEnv(text: string): Readonly<Record<string, string>> {
	const lines = text.split("\n").flatMap((line) => /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line)?.slice(1, 3) ?? []);
	return Object.fromEntries(lines.flatMap((name, index) => (index % 2 === 0 ? [[name, lines[index + 1] ?? ""]] : [])));
}

/** One `${NAME}`, `${NAME:-other}` or `${NAME:?message}`; `$$` is a dollar and no variable. */
export type Variable = { readonly name: string; readonly operator: "" | ":-" | ":?"; readonly word: string };

/** Every variable that a text interpolates. */
export function variablesIn(text: string): readonly Variable[] {
	return [...text.matchAll(interpolation)].flatMap(([, name, operator = "", word = ""]) =>
		name === undefined ? [] : [{ name, operator: operator as Variable["operator"], word }],
	);
}

/** A text as Compose fills it in. @throws Error where a variable that must be set is empty */
export function interpolate(text: string, values: Readonly<Record<string, string>>): string {
	return text.replace(interpolation, (whole: string, ...parts: readonly (string | undefined)[]) => {
		const [name = "", operator, word = ""] = parts;
		const value = values[name] ?? "";
		if (whole === "$$") return "$";
		if (value !== "" || operator === undefined) return value;
		if (operator === ":-") return word;
		throw new Error(`${name}: ${word}`);
	});
}

const interpolation = /\$\$|\$\{([A-Z_]+)(?:(:-|:\?)([^}]*))?\}/g;
