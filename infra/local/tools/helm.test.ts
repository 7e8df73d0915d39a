import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeMachine } from "../test/fixture/machine.ts";
import * as helm from "./helm.mjs";

const pin = { module: "helm.sh/helm/v4/cmd/helm", version: "v4.3.2" };
const says = (version: string) => `echo "v${version}+g1a500d5"`;

test("the one that is named, else the one on PATH, else the one that was built before", async () => {
	const machine = fakeMachine();
	expect(await helm.find(machine)).toBeUndefined();
	const folder = join(machine.runtime, "bin");
	mkdirSync(folder, { recursive: true });
	const kept = join(folder, "helm-4.3.2");
	writeFileSync(kept, `#!/bin/sh\n${says("4.3.2")}\n`, { mode: 0o755 });
	expect(await helm.find(machine)).toEqual({ file: kept, version: "4.3.2" });
	machine.script("helm", says("3.2.0"));
	expect(await helm.find(machine)).toEqual({ file: kept, version: "4.3.2" });
	const onPath = machine.script("helm", says("3.19.0"));
	expect(await helm.find(machine)).toEqual({ file: onPath, version: "3.19.0" });
	await expect(helm.find({ ...machine, env: { ...machine.env, HELM_BIN: "/nowhere" } })).rejects.toThrow(
		"HELM_BIN=/nowhere cannot be used",
	);
});

test("Go builds the pinned one, and leaves nothing else behind", async () => {
	const machine = fakeMachine();
	machine.script("go", `/bin/mkdir -p "$GOBIN"; printf '#!/bin/sh\\n${says("4.3.2")}\\n' > "$GOBIN/helm"; /bin/chmod 755 "$GOBIN/helm"`);
	const file = join(machine.runtime, "bin", "helm-4.3.2");
	expect(await helm.get(machine, pin)).toEqual({ file, version: "4.3.2" });
	expect(machine.calls()).toEqual(["go install -ldflags=-s -w helm.sh/helm/v4/cmd/helm@v4.3.2"]);
	expect(await helm.find(machine)).toEqual({ file, version: "4.3.2" });
});

test("without Go, or where it fails, the reason and what helps are said", async () => {
	const machine = fakeMachine();
	expect(await helm.get(machine, pin)).toEqual({ reason: "helm and go are not installed", install: expect.stringContaining("HELM_BIN") });
	machine.script("go", "echo 'dial tcp: lookup failed' >&2; exit 1");
	expect(await helm.get(machine, pin)).toMatchObject({ reason: "Helm v4.3.2 could not be built: dial tcp: lookup failed" });
});
