import type { Organization } from "@webhand/contracts/auth/orgs";
import { RootProblem } from "@webhand/contracts/tools/workspaces";
import { expect, test } from "vitest";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { tenantOf } from "../use-tenants.ts";
import type { AnyWorkspace } from "./workspace-form.ts";
import { changeOf, fieldsOf, worded } from "./workspace-form.ts";

const workspace = {
	name: "shop",
	root_path: "/srv/shop",
	read_only: false,
	allowed_commands: ["ls", "npm test"],
} as unknown as AnyWorkspace;

test.for([
	["nothing", {}, null],
	["a name", { name: " store " }, { name: "store" }],
	["a lock", { readOnly: true }, { readOnly: true }],
	["fewer commands", { commands: "ls\n\n ls " }, { allowedCommands: ["ls"] }],
	["no command", { commands: "" }, { allowedCommands: [] }],
	["another folder", { rootPath: "/srv/store" }, { rootPath: "/srv/store" }],
] as const)("a form with %s changed sends just that", ([, typed, change]) => {
	expect(changeOf(workspace, { ...fieldsOf(workspace), ...typed })).toEqual(change);
});

test("an organization is named by its name or id, a person's space by its id", () => {
	const [org, person] = [`org_${"b".repeat(22)}`, `usr_${"a".repeat(22)}`];
	const organizations = [{ id: org, name: "Demo" } as unknown as Organization];
	expect(["Demo", ` ${org} `, person, "demo", "org_1"].map((typed) => tenantOf(typed, organizations))).toEqual([
		org,
		org,
		person,
		null,
		null,
	]);
});

const problem = (code: string, details: object): ServerProblem => ({
	kind: "refused",
	code,
	message: "",
	requestId: undefined,
	fields: {},
	details: { ...details },
});

test.for(RootProblem.options)("%s is explained at the folder, with the part to blame", (reason) => {
	expect(worded(problem("WORKSPACE_ROOT_INVALID", { reason, at: "/srv/x" })).fields["rootPath"]).toContain("/srv/x");
});

test("what else is refused stands at its field, or in a sentence", () => {
	expect(worded(problem("ALREADY_EXISTS", { field: "name" })).fields).toHaveProperty("name");
	expect(worded(problem("FORBIDDEN", { reason: "widens", field: "allowedCommands" })).fields).toHaveProperty("allowedCommands");
	expect(worded(problem("MANAGED_BY_FILE", {})).sentence).toContain("configuration file");
});
