// `npm run smoke -- URL`: is this deployment whole? Works against any address; see infra/local/README.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { call } from "@webhand/client/call";
import { loginRoute } from "@webhand/contracts/auth/sign-in";
import { ownExtensionId } from "../../docker/secrets.mjs";
import { Ready } from "../stack/data/ready.ts";
import type { Subject, Way } from "./checks.ts";
import { runChecks } from "./checks.ts";

const usage = `npm run smoke -- [URL] [--key-file FILE] [--extension ID]
  URL              the origin of the server; without it the stack of this checkout, as its member
  --key-file FILE  an API key with tasks:run and routines:read; else WEBHAND_API_KEY, or WEBHAND_EMAIL and WEBHAND_PASSWORD
  --extension ID   of the extension that people have; without it the one that this checkout builds

Exit codes: 0 whole, 1 a check failed, 2 wrong use`;

class WrongUse extends Error {}

process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
	try {
		const asked = readUse(args);
		if (asked === "help") {
			console.log(usage);
			return 0;
		}
		const subject = { ...(await signIn(asked.url, asked.way)), extension: asked.extension };
		console.log(`Smoke test of ${asked.url}`);
		const results = await runChecks(subject, ({ name, state, ms, words }) => {
			console.log(`${{ ok: "✓", failed: "✗", skipped: "–" }[state]} ${name.padEnd(32)} ${`${ms} ms`.padStart(9)}  ${words}`);
		});
		const count = (wanted: string) => results.filter(({ state }) => state === wanted).length;
		console.log(`${count("ok")} ok, ${count("failed")} failed, ${count("skipped")} skipped`);
		return count("failed") === 0 ? 0 : 1;
	} catch (cause) {
		const message = cause instanceof Error ? cause.message : String(cause);
		console.error(cause instanceof WrongUse ? `${message}\n\n${usage}` : `The smoke test cannot begin: ${message}`);
		return cause instanceof WrongUse ? 2 : 1;
	}
}

function readUse(args: readonly string[]): "help" | { readonly url: string; readonly way: Way; readonly extension: string } {
	const { values, positionals } = parsed(args);
	if (values.help === true) return "help";
	const [given, ...more] = positionals;
	const extension = values.extension ?? ownExtensionId();
	if (!/^[a-p]{32}$/.test(extension))
		throw new WrongUse(`--extension is 32 letters a to p, as chrome://extensions shows it, not "${extension}"`);
	if (more.length > 0) throw new WrongUse(`"${more[0]}" is one address too many`);
	if (given === undefined) return { ...ownStack(), extension };
	const url = URL.parse(given);
	if (url === null || !/^https?:$/.test(url.protocol))
		throw new WrongUse(`"${given}" is no address: write it as https://webhand.example.com`);
	return { url: url.origin, way: wayFrom(values["key-file"]), extension };
}

function parsed(args: readonly string[]) {
	try {
		const options = { "key-file": { type: "string" }, extension: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
		return parseArgs({ args: [...args], options, allowPositionals: true });
	} catch (cause) {
		throw new WrongUse(cause instanceof Error ? cause.message : String(cause), { cause });
	}
}

function wayFrom(keyFile: string | undefined): Way {
	const { WEBHAND_API_KEY: key, WEBHAND_EMAIL: email, WEBHAND_PASSWORD: password } = process.env;
	if (keyFile !== undefined) return { key: readFile(keyFile).trim() };
	if (key) return { key: key.trim() };
	if (email && password) return { email, password };
	throw new WrongUse("Nobody is named to sign in as: --key-file FILE, WEBHAND_API_KEY, or WEBHAND_EMAIL and WEBHAND_PASSWORD");
}

function ownStack(): { readonly url: string; readonly way: Way } {
	const file = join(import.meta.dirname, "..", "..", "..", ".webhand", "ready.json");
	const { url, member } = Ready.parse(JSON.parse(readFile(file)));
	return { url, way: member };
}

function readFile(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch (cause) {
		throw new WrongUse(`${file} cannot be read`, { cause });
	}
}

async function signIn(url: string, way: Way): Promise<Omit<Subject, "extension">> {
	if ("key" in way) return { api: { baseUrl: url, token: () => way.key }, way };
	const { accessToken } = await call({ baseUrl: url, token: () => null }, loginRoute, { body: way });
	return { api: { baseUrl: url, token: () => accessToken }, way };
}
