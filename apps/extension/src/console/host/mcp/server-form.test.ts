import type { Organization } from "@webhand/contracts/auth/orgs";
import { expect, test } from "vitest";
import type { ServerForm } from "./server-form.ts";
import { emptyForm, readForm } from "./server-form.ts";
import { mcpText } from "./words.ts";

const org = `org_${"b".repeat(22)}`;
const organizations = [{ id: org, name: "Demo" }] as unknown as readonly Organization[];

test.for<readonly [string, Partial<ServerForm>, object]>([
	[
		"a program",
		{ name: " files ", program: "/srv/mcp/files.js", args: "--root\n/workspace\n", env: "TOKEN=a=b" },
		{
			name: "files",
			tenantId: null,
			reach: { transport: "stdio", program: "/srv/mcp/files.js", args: ["--root", "/workspace"], env: { TOKEN: "a=b" } },
		},
	],
	[
		"a program with its folder, of one organization",
		{ name: "files", tenant: " Demo ", program: "/usr/bin/python3", folder: "/srv/mcp" },
		{ name: "files", tenantId: org, reach: { transport: "stdio", program: "/usr/bin/python3", folder: "/srv/mcp", args: [], env: {} } },
	],
	[
		"an address",
		{ name: "web", kind: "http", url: "https://mcp.example/", headers: "Authorization: Bearer a:b" },
		{
			name: "web",
			tenantId: null,
			reach: { transport: "http", url: "https://mcp.example/", headers: { Authorization: "Bearer a:b" }, allowPrivate: false },
		},
	],
])("the form of %s is sent as it was typed", ([, typed, body]) => {
	expect(readForm({ ...emptyForm, ...typed }, organizations)).toEqual({ body });
});

test("what cannot be read stands at its field, with its line", () => {
	expect(readForm({ ...emptyForm, tenant: "Nobody", env: "A=1\nsecret" }, organizations)).toEqual({
		fields: { tenantId: mcpText.noTenant, "reach.env": mcpText.badLine(2) },
	});
});
