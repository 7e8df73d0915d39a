import { writeFile } from "node:fs/promises";
import { CommandRule, CommandVerdict } from "@webhand/contracts/tools/commands";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { expect } from "vitest";
import { z } from "zod";
import { defaultRules, defaultVersion } from "../src/commands/default-rules/all.ts";
import { readToolRunnerConfig } from "../src/config.ts";
import { openDeps } from "../src/deps.ts";
import type { CallOptions } from "./runner.ts";
import { test as base } from "./runner.ts";

const firstVersion = 101;

const test = base
	.extend("people", { scope: "file" }, async ({ identity, redis }) => {
		const tenantId = newOrgTenantId();
		const [operator, admin, stranger] = await Promise.all([
			identity.signIn(redis.client, { roles: ["member", "operator"] }),
			identity.signIn(redis.client, { tenantId, roles: ["member", "admin"] }),
			identity.signIn(redis.client, { tenantId: newOrgTenantId(), roles: ["member"] }),
		]);
		return { tenantId, operator, admin, stranger };
	})
	.extend("rules", { scope: "file" }, ({ runner, people }) => {
		const send = (method: string, path: string, options: CallOptions = {}) =>
			runner.send(method, `/v1/command-rules${path}`, { as: people.operator, ...options });
		return {
			send,
			write: (name: string, wish: object = {}, options: CallOptions = {}) =>
				send("PUT", `/${name}`, { body: { ...teaRule, ...wish }, ...options }),
			list: async (query = "") => z.object({ rules: z.array(CommandRule) }).parse((await send("GET", query)).body).rules,
			find: async (name: string, query = "") =>
				z
					.object({ rules: z.array(CommandRule) })
					.parse((await send("GET", query)).body)
					.rules.filter((rule) => rule.name === name),
		};
	});

const teaRule = {
	program: "tea",
	class: "inspect",
	flags: { allow: [{ name: "--green", value: "none" }] },
	positional: "path",
	examples: { match: [["tea", "--green", "a.txt"]], notMatch: [["tea", "--black"]] },
};

test("the built-in rules are listed, with whether their program is there", async ({ rules }) => {
	const listed = await rules.list();
	expect(listed.map(({ name }) => name)).toEqual(defaultRules.map(({ name }) => name).sort());
	expect(listed.find(({ name }) => name === "git-log")).toMatchObject({
		source: "default",
		version: defaultVersion,
		enabled: true,
		tenantId: null,
		available: true,
		replacesDefault: false,
	});
});

test("a rule is there at once, each change makes its next version, and the audit says who wrote it", async ({ rules, runner, people }) => {
	const workspace = await runner.workspace();
	const check = async (argv: string[]) => CommandVerdict.parse((await workspace.call("POST", "/commands/check", { body: { argv } })).body);
	expect(await check(["tea"])).toEqual({ allowed: false, reason: "no_rule", word: "tea" });
	expect(await rules.write("tea")).toMatchObject({
		status: 200,
		body: { rule: { name: "tea", version: firstVersion, source: "operator", available: false } },
	});
	expect(await check(["tea", "--green"])).toEqual({
		allowed: true,
		rule: { name: "tea", version: firstVersion },
		class: "inspect",
		autoApprovable: true,
	});
	expect(await check(["tea", "--black"])).toEqual({ allowed: false, reason: "flag", word: "--black" });
	await rules.write("tea", { class: "build", maxArgs: 2 });
	expect(await check(["tea", "--green"])).toMatchObject({ rule: { version: firstVersion + 1 }, class: "build", autoApprovable: false });
	expect((await rules.send("DELETE", "/tea")).status).toBe(204);
	expect(await check(["tea"])).toMatchObject({ allowed: false, reason: "no_rule" });
	expect(await rules.write("tea", { enabled: false })).toMatchObject({ body: { rule: { version: firstVersion + 2, enabled: false } } });
	expect(await check(["tea"])).toMatchObject({ allowed: false, reason: "no_rule" });
	const rows = await runner.audit.find({ tenantId: people.operator.tenantId, target: "tea" }).sort({ seq: 1 }).toArray();
	expect(rows.map(({ kind, action, chain }) => [kind, action, chain])).toEqual(
		["write", "write", "remove", "write"].flatMap((verb) => ["intent", "outcome"].map((kind) => [kind, `command_rule.${verb}`, "tenant"])),
	);
	expect(rows[2]).toMatchObject({ userId: people.operator.userId, args: { class: "build", maxArgs: 2, tenantId: null } });
});

test("an own rule takes the place of the built-in one with its name, until it is removed", async ({ rules, runner }) => {
	const workspace = await runner.workspace();
	const check = (argv: string[]) => workspace.call("POST", "/commands/check", { body: { argv } });
	expect(await check(["make", "lint"])).toMatchObject({ body: { allowed: true, rule: { version: defaultVersion } } });
	const make = { program: "make", argvPrefix: ["deploy"], class: "build", flags: { allow: [] }, positional: "none" };
	const examples = { match: [["make", "deploy"]], notMatch: [["make", "deploy", "x"]] };
	await rules.write("make", { ...make, examples });
	expect(await rules.find("make")).toMatchObject([{ source: "operator", version: firstVersion, replacesDefault: true }]);
	expect(await check(["make", "lint"])).toMatchObject({ body: { allowed: false, reason: "no_rule" } });
	expect(await check(["make", "deploy"])).toMatchObject({ body: { allowed: true, rule: { version: firstVersion } } });
	await rules.send("DELETE", "/make");
	expect(await check(["make", "lint"])).toMatchObject({ body: { allowed: true, rule: { version: defaultVersion } } });
	expect(await rules.send("DELETE", "/make")).toMatchObject({
		status: 404,
		body: { error: { code: "RULE_NOT_FOUND", details: { reason: "built_in" } } },
	});
});

test("a tenant's rule counts for that tenant alone", async ({ rules, runner, people }) => {
	const workspace = await runner.workspace();
	const { tenantId } = runner.user;
	await rules.write("coffee", { tenantId });
	const command = { body: { argv: ["tea"] } };
	expect(await workspace.call("POST", "/commands/check", command)).toMatchObject({ body: { allowed: true, rule: { name: "coffee" } } });
	const others = await runner.workspace({ tenantId: people.stranger.tenantId });
	expect(await others.call("POST", "/commands/check", { ...command, as: people.stranger })).toMatchObject({ body: { reason: "no_rule" } });
	expect(await rules.find("coffee")).toHaveLength(1);
	expect(await rules.find("coffee", `?tenantId=${tenantId}`)).toHaveLength(1);
	expect(await rules.find("coffee", `?tenantId=${people.stranger.tenantId}`)).toEqual([]);
	expect((await rules.send("DELETE", "/coffee")).status).toBe(404);
	expect((await rules.send("DELETE", `/coffee?tenantId=${tenantId}`)).status).toBe(204);
	const row = await runner.audit.findOne({ tenantId, target: "coffee", kind: "outcome", action: "command_rule.write" });
	expect(row).toMatchObject({ userId: people.operator.userId, outcome: "ok" });
});

test.for([
	[{ examples: { match: [["tea"], ["tea", "--black"]], notMatch: [] } }, "examples.match.1", "is refused (flag: --black): tea --black"],
	[{ examples: { match: [["tea"]], notMatch: [["tea", "a"]] } }, "examples.notMatch.0", "is allowed: tea a"],
	[{ flags: { deny: [] } }, "flags", "must list what is allowed: a rule of class inspect allows no unknown option"],
	[
		{ class: "build", flags: { deny: ["--black"] } },
		"positional",
		"must be any or none with flags.deny: without a list of options nobody knows their values",
	],
	[{ envAllow: ["TEA_PORT", "LD_PRELOAD"] }, "envAllow.1", "LD_PRELOAD changes which programs run, so nobody may set it"],
	[{ env: { PATH: "/x" } }, "env.PATH", "cannot be set"],
	[{ program: "./tea" }, "program", "must be the bare name of a program"],
	[
		{
			flags: {
				allow: [
					{ name: "--green", value: "none" },
					{ name: "--green", value: "none" },
				],
			},
		},
		"flags.allow.1.name",
		"repeats --green",
	],
	[{ colour: "green" }, "colour", "is not a known field"],
] as const)("a rule with %j is refused at %s", async ([wish, field, message], { rules }) => {
	const reply = await rules.write("wrong", wish);
	const { error } = z
		.object({ error: z.object({ code: z.string(), details: z.object({ fields: z.array(z.unknown()) }) }) })
		.parse(reply.body);
	expect([reply.status, error.code]).toEqual([400, "VALIDATION_ERROR"]);
	expect(error.details.fields).toContainEqual({ field, message });
});

test("only operators see and write rules; members see the commands of their own workspaces", async ({ rules, runner, people }) => {
	const workspace = await runner.workspace({ tenantId: people.tenantId, allowedCommands: ["git-log", "npm-test"] });
	const { admin, stranger, operator } = people;
	const forbidden = { status: 403, body: { error: { code: "FORBIDDEN" } } };
	for (const method of ["GET", "PUT", "DELETE"]) {
		const path = method === "GET" ? "" : "/mine";
		expect(await rules.send(method, path, { as: admin, ...(method === "PUT" && { body: teaRule }) })).toMatchObject(forbidden);
	}
	const attempt = { argv: ["git", "log"], workspaceId: workspace.id };
	expect(await rules.send("POST", "/check", { as: admin, body: attempt })).toMatchObject(forbidden);
	expect(await rules.send("POST", "/check", { body: attempt })).toMatchObject({ status: 200, body: { allowed: true } });
	expect(await rules.send("POST", "/check", { body: { ...attempt, argv: ["ls"] } })).toMatchObject({
		body: { reason: "workspace", word: "ls" },
	});
	expect(await workspace.call("GET", "/commands", { as: admin })).toMatchObject({
		body: {
			commands: [
				{ rule: "git-log", version: defaultVersion, class: "inspect", usage: "git log [options] [paths]", available: true },
				{ rule: "npm-test", class: "build", usage: "npm test [options] [words]" },
			],
		},
	});
	for (const as of [stranger, operator]) {
		expect(await workspace.call("GET", "/commands", { as })).toMatchObject({
			status: 404,
			body: { error: { code: "WORKSPACE_NOT_FOUND" } },
		});
		const check = workspace.call("POST", "/commands/check", { as, body: { argv: ["ls"] } });
		expect(await check).toMatchObject({ status: 404, body: { error: { code: "WORKSPACE_NOT_FOUND" } } });
	}
	const row = await runner.audit.findOne({ tenantId: people.tenantId, target: "mine", action: "command_rule.write" });
	expect(row).toMatchObject({ kind: "denied", outcome: "denied:FORBIDDEN", userId: admin.userId });
});

test("a warning names a rule whose program is missing, where a workspace names that rule", async ({ rules, runner, people }) => {
	const warnings = async () => {
		const { body } = await runner.send("GET", "/v1/status");
		return z
			.object({ warnings: z.array(z.string()) })
			.parse(body)
			.warnings.filter((warning) => warning.startsWith("PROGRAM_MISSING"));
	};
	await rules.write("tea-warned");
	await rules.write("tea-of-tenant", { tenantId: people.tenantId });
	await runner.workspace({ allowedCommands: ["*"] });
	expect(await warnings()).toEqual([]);
	await runner.workspace({ tenantId: people.tenantId, allowedCommands: ["ls", "tea-warned", "tea-of-tenant", "nothing"] });
	expect(await warnings()).toEqual(["PROGRAM_MISSING:tea-warned"]);
	await rules.write("tea-warned", { enabled: false });
	expect(await warnings()).toEqual([]);
});

test("rules of TOOLS_CONFIG_FILE are there after the start, keep their version, are changed there alone, and go with their entry", async ({
	rules,
	runner,
}) => {
	const path = `${runner.folder}/tools.json`;
	const config = readToolRunnerConfig({ ...runner.environment, TOOLS_CONFIG_FILE: path });
	const startWith = async (...commandRules: readonly object[]) => {
		await writeFile(path, JSON.stringify({ workspaces: [], commandRules }));
		const deps = await openDeps(config, new AbortController().signal);
		await deps.close();
	};
	const rule = { name: "of-file", ...teaRule };
	await rules.write("of-file", { maxArgs: 3 });
	await startWith(rule);
	expect(await rules.find("of-file")).toMatchObject([{ source: "file", version: firstVersion + 1, maxArgs: 64 }]);
	await startWith(rule);
	expect(await rules.find("of-file")).toMatchObject([{ version: firstVersion + 1 }]);
	for (const method of ["PUT", "DELETE"]) {
		const reply = await rules.send(method, "/of-file", method === "PUT" ? { body: teaRule } : {});
		expect(reply).toMatchObject({ status: 409, body: { error: { code: "MANAGED_BY_FILE" } } });
	}
	await startWith({ ...rule, maxArgs: 5 });
	expect(await rules.find("of-file")).toMatchObject([{ version: firstVersion + 2, maxArgs: 5 }]);
	await expect(startWith(rule, { ...rule, examples: { match: [["tea", "--black"]], notMatch: [] }, name: "bad" })).rejects.toThrow(
		"TOOLS_CONFIG_FILE: commandRules.1.examples.match.0 is refused (flag: --black)",
	);
	await expect(startWith(rule, rule)).rejects.toThrow("commandRules.1.name repeats that of commandRules.0");
	await startWith();
	expect(await rules.find("of-file")).toEqual([]);
});
