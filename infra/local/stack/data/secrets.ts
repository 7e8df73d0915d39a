import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { StackError } from "../errors.ts";
import { writeFileWhole } from "./files.ts";

const names = [
	"operatorPassword",
	"adminPassword",
	"memberPassword",
	"keyEncryptionKey",
	"settingsKey",
	"pusherKey",
	"pusherSecret",
	"grantKey",
	"auditKey",
	"mcpSecretsKey",
	"mongoAdminPassword",
	"mongoAuthPassword",
	"mongoAgentPassword",
	"mongoKnowledgePassword",
	"mongoToolsPassword",
	"redisPassword",
	"proxySecret",
] as const;

/** 32 random bytes each, base64url without padding: 43 characters that need no escaping in an address or a configuration file. */
export type Secrets = Readonly<Record<(typeof names)[number], string>>;

/**
 * Reads `secrets.json` of the data folder. Missing secrets are made and added; existing ones never change, since data is sealed with them.
 *
 * @returns all secrets, and every value in the file, old ones included
 * @throws StackError when the file does not read: new secrets would not open the data that is there
 */
export function readSecrets(folder: string): Secrets {
	const path = join(folder, "secrets.json");
	const kept = existsSync(path) ? readKept(path) : {};
	const missing = names.filter((name) => kept[name] === undefined);
	const all = { ...kept, ...Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString("base64url")])) };
	if (missing.length > 0) writeFileWhole(path, `${JSON.stringify(all, null, "\t")}\n`);
	return all as Secrets;
}

function readKept(path: string): Readonly<Record<string, string>> {
	try {
		return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path, "utf8")));
	} catch (cause) {
		throw new StackError(
			`${path} does not read. Put it back as it was, or delete the whole data folder: its data opens with nothing else.`,
			{ cause },
		);
	}
}
