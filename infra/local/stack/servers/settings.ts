import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { StackError } from "../errors.ts";
import type { DatabaseOwner } from "./mongo-users.ts";
import { databases } from "./mongo-users.ts";
import type { StackFacts } from "./services.ts";
import { hasChosen, serviceSpecs } from "./services.ts";

/**
 * Reads the chosen settings of the services as the services will read them, before any of them is started.
 *
 * @throws StackError with exit code 1 that names every wrong setting of every service
 */
export async function checkSettings(facts: StackFacts): Promise<void> {
	const services = (Object.keys(databases) as DatabaseOwner[]).filter((service) => hasChosen(service, facts.environment));
	const problems = await Promise.all(services.map((service) => problemOf(service, facts)));
	const found = problems.filter((problem) => problem !== undefined);
	if (found.length > 0) throw new StackError(`Cannot start. ${found.join("\n")}`);
}

/** What the `config.ts` of a service exports: its one reader of an environment. */
const ConfigModule = z
	.record(z.string(), z.unknown())
	.transform((module) => Object.entries(module).find(([name]) => /^read\w+Config$/.test(name))?.[1])
	.pipe(z.custom<(environment: Readonly<Record<string, string>>) => unknown>((value) => typeof value === "function"));

async function problemOf(service: DatabaseOwner, facts: StackFacts): Promise<string | undefined> {
	const path = join(facts.root, "apps", service, "src", "config.ts");
	if (!existsSync(path)) return undefined;
	const read = ConfigModule.parse({ ...(await import(pathToFileURL(path).href)) });
	try {
		read(serviceSpecs(service, facts)[0]?.env ?? {});
		return undefined;
	} catch (cause) {
		if (cause instanceof Error && cause.name === "ConfigError") return `${service}: ${cause.message}`;
		throw cause;
	}
}
