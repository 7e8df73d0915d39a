import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { ApiKeySecret } from "@webhand/contracts/auth/api-keys";
import { z } from "zod";
import { WebhandError } from "../errors.ts";
import { originOf } from "../sign-in.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const Stored = z.object({ url: z.url(), key: ApiKeySecret });
/** A server and the key to it. */
export type Stored = z.infer<typeof Stored>;

/** Where the key is kept: in the folder of settings of this user. */
export function credentialsFile(environment: Environment): string {
	const folder = environment["XDG_CONFIG_HOME"] || join(environment["HOME"] || homedir(), ".config");
	return join(folder, "webhand", "credentials.json");
}

/** Stores a key, readable by its user alone. @throws Error where the folder cannot be written */
export function storeCredentials(file: string, stored: Stored): void {
	mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
	const whole = `${file}.${process.pid}`;
	writeFileSync(whole, `${JSON.stringify(stored)}\n`, { mode: 0o600 });
	chmodSync(whole, 0o600);
	renameSync(whole, file);
}

/** Removes the stored key. @returns whether there was one */
export function removeCredentials(file: string): boolean {
	const had = statSync(file, { throwIfNoEntry: false }) !== undefined;
	rmSync(file, { force: true });
	return had;
}

function readCredentials(file: string): Stored | undefined {
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch {
		return undefined;
	}
	const stored = Stored.safeParse(parsed(text));
	if (!stored.success)
		throw new WebhandError(`${file} is damaged: sign in again with \`webhand login --url SERVER\``, { code: "not_signed_in" });
	// A copy of a backup may be open to others.
	if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
	return stored.data;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * The server and key to use: what the command line and environment say, else what is stored. A stored key goes to its own server alone.
 *
 * @throws WebhandError not_signed_in
 */
export function credentialsFor(environment: Environment, server: string | undefined): Stored {
	const file = credentialsFile(environment);
	const given = environment["WEBHAND_API_KEY"]?.trim() || undefined;
	const stored = readCredentials(file);
	const named = server ?? environment["WEBHAND_URL"];
	const url = named === undefined ? stored?.url : originOf(named);
	const key = given ?? (stored?.url === url ? stored?.key : undefined);
	if (url === undefined)
		throw new WebhandError("No server is known: `webhand login --url SERVER`, or WEBHAND_URL and WEBHAND_API_KEY", {
			code: "not_signed_in",
		});
	if (key === undefined)
		throw new WebhandError(`There is no key for ${url}: \`webhand login --url ${url}\`, or WEBHAND_API_KEY`, { code: "not_signed_in" });
	if (!ApiKeySecret.safeParse(key).success)
		throw new WebhandError("WEBHAND_API_KEY is no key of Webhand: it begins with whk_ and has 47 characters", { code: "not_signed_in" });
	return { url, key };
}
