import { mkdir, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { OperatorWorkspace } from "@webhand/contracts/tools/workspaces";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { expect } from "vitest";
import { z } from "zod";
import { test } from "./runner.ts";

const List = z.object({ workspaces: z.array(OperatorWorkspace), nextCursor: z.string().nullable() });

test("a member sees the workspaces of the own tenant by name, each as its folder is now", async ({ runner, identity, redis }) => {
	const tenantId = newOrgTenantId();
	const [first, second, third, fourth] = await Promise.all(
		["beta", "alpha", "gamma", "delta"].map((name) => runner.workspace({ tenantId, name })),
	);
	await runner.workspace({ name: "of another tenant" });
	await mkdir(join(first?.path ?? "", ".git"));
	await rm(second?.path ?? "", { recursive: true });
	await rename(third?.path ?? "", `${third?.path}-away`);
	await mkdir(third?.path ?? "");
	await symlink("/etc", join(fourth?.path ?? "", ".git"));

	const member = await identity.signIn(redis.client, { tenantId, roles: ["member"] });
	const { workspaces } = List.parse((await runner.send("GET", "/v1/workspaces", { as: member })).body);
	expect(workspaces.map(({ name, available, reason, is_git, git }) => [name, available, reason, is_git, git])).toEqual([
		["alpha", false, "missing", false, "none"],
		["beta", true, undefined, true, "untrusted"],
		["delta", true, undefined, false, "none"],
		["gamma", false, "replaced", false, "none"],
	]);
	const one = (id: string | undefined) => runner.send("GET", `/v1/workspaces/${id}`, { as: member });
	expect(await one(first?.id)).toMatchObject({ status: 200, body: { workspace: { id: first?.id, name: "beta", available: true } } });
	expect(await one(third?.id)).toMatchObject({
		status: 409,
		body: { error: { code: "WORKSPACE_MOVED", details: { reason: "replaced" } } },
	});
});

test("a workspace of another tenant is as unknown as one that never was, to operators too", async ({ runner, identity, redis }) => {
	const { id } = await runner.workspace();
	const stranger = await identity.signIn(redis.client, { roles: ["member", "admin", "operator"] });
	const replies = await Promise.all(
		[id, `wsp_${"0".repeat(22)}`].map((known) => runner.send("GET", `/v1/workspaces/${known}`, { as: stranger })),
	);
	expect(replies.map(({ status }) => status)).toEqual([404, 404]);
	expect(List.parse((await runner.send("GET", "/v1/workspaces", { as: stranger })).body).workspaces).toEqual([]);
});

test("an operator pages through the workspaces of all tenants, nobody else does", async ({ runner, mongo, identity, redis }) => {
	const { id, path } = await runner.workspace();
	const stored = await mongo.db.collection("workspaces").findOne({ rootPath: path });
	const tenants = [newOrgTenantId(), newOrgTenantId()];
	const rows = tenants.flatMap((tenantId) =>
		Array.from({ length: 60 }, (_, index) => ({
			...stored,
			_id: `wsp_${tenantId.slice(4, 24)}${String(index).padStart(2, "0")}`,
			tenantId,
			name: `${"名".repeat(70)} ${index}`,
			rootPath: `${path}/${tenantId}/${index}`,
		})),
	);
	await mongo.db.collection<{ _id: string }>("workspaces").insertMany(rows);
	const operator = await identity.signIn(redis.client, { roles: ["member", "operator"] });
	const page = async (query: string) => {
		const reply = await runner.send("GET", `/v1/workspaces?all=true${query}`, { as: operator });
		expect(reply.status).toBe(200);
		return List.parse(reply.body);
	};
	const seen: string[] = [];
	let cursor: string | null = "";
	while (cursor !== null) {
		const { workspaces, nextCursor }: z.infer<typeof List> = await page(cursor === "" ? "" : `&cursor=${cursor}`);
		seen.push(...workspaces.map((workspace) => workspace.id));
		cursor = nextCursor;
	}
	expect(new Set(seen).size).toBe(seen.length);
	expect(seen).toEqual(expect.arrayContaining([id, ...rows.map(({ _id }) => _id)]));
	expect((await page(`&tenantId=${tenants[0]}`)).workspaces.every(({ tenantId }) => tenantId === tenants[0])).toBe(true);
	expect(await runner.send("GET", "/v1/workspaces?all=true")).toMatchObject({ status: 403, body: { error: { code: "FORBIDDEN" } } });
	expect(await runner.send("GET", "/v1/workspaces?all=true&cursor=abc", { as: operator })).toMatchObject({ status: 400 });
});
