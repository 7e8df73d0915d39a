// Writes .env for docker compose: `node infra/docker/make-env.mjs [--site agent.example.com]`; `--to DIR` chooses its folder. Never over
// an existing one: data is sealed with the keys in it. Runs on Node 20 without anything installed.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { makers } from "./secrets.mjs";

const values = readOptions();
const root = fileURLToPath(new URL("../..", import.meta.url));

const chosen =
	values.site === undefined
		? {}
		: { SITE_ADDRESS: values.site, PUBLIC_URL: `https://${values.site}`, COMPOSE_PROFILES: "tls,observability" };

if (values.site !== undefined && !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(values.site)) {
	process.stderr.write(`${values.site} is no host name\n`);
	process.exit(2);
}
const text = readFileSync(join(root, "infra", "docker", "example.env"), "utf8")
	.split("\n")
	.map((line) => {
		const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
		if (name === undefined) return line;
		return `${name}=${chosen[name] ?? (value === "" && makers[name] !== undefined ? quoted(makers[name]()) : value)}`;
	})
	.join("\n");
try {
	writeFileSync(join(values.to ?? root, ".env"), text, { mode: 0o600, flag: "wx" });
	process.stdout.write(".env is written. The first sign-in stands in it as BOOTSTRAP_OPERATOR_EMAIL and _PASSWORD.\n");
} catch (error) {
	if (error.code !== "EEXIST") throw error;
	process.stderr.write(".env is there already and stays as it is: data is sealed with its keys.\n");
	process.exitCode = 1;
}

/** JSON has quotation marks, which a value of .env bears in quotes alone. */
function quoted(value) {
	return value.startsWith("{") ? `'${value}'` : value;
}

function readOptions() {
	try {
		return parseArgs({ options: { site: { type: "string" }, to: { type: "string" } } }).values;
	} catch (error) {
		process.stderr.write(`${error.message}\nnode infra/docker/make-env.mjs [--site agent.example.com] [--to DIR]\n`);
		process.exit(2);
	}
}
