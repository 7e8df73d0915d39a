import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeDataFolder } from "@webhand/testing/data-folder";
import { startProcess } from "@webhand/testing/processes";
import { expect, test } from "vitest";
import { checkout, copyTree } from "../fixture/copy.ts";
import { makeFakeCheckout } from "../fixture/fake-checkout.ts";
import { readyOf } from "../fixture/running-stack.ts";

test("a bare checkout is ready within two minutes where the registries answer, and writes nothing to the home folder", async () => {
	const folder = mkdtempSync(join(tmpdir(), "webhand cold-"));
	const [root, home] = [join(folder, "checkout"), join(folder, "home")];
	copyTree(checkout, root);
	makeFakeCheckout(root, { keepManifests: true });
	const npm = await startProcess({
		name: "npm start",
		command: "npm",
		args: ["start", "--", "--no-browser", "--port", "0"],
		cwd: root,
		env: {
			...pick(/^(npm_config_|NPM_CONFIG_|PIP_|HTTPS?_PROXY|NO_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT)/),
			HOME: home,
			npm_config_logs_max: "0",
		},
	});
	try {
		await readyOf({ data: join(root, ".webhand") }, 120_000);
		const written = existsSync(home) ? readdirSync(home, { recursive: true, withFileTypes: true }) : [];
		const files = written.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
		// npm notes its own calls, and pip asks rustup for a version where it exists: both are programs of the user.
		const own = [".npm", ".rustup"].map((name) => join(home, name));
		expect(files.filter((path) => !own.some((place) => path.startsWith(place)))).toEqual([]);
	} finally {
		await npm.stop();
		await removeDataFolder(join(root, ".webhand"));
		rmSync(folder, { recursive: true, force: true });
	}
});

function pick(names: RegExp): Record<string, string> {
	return Object.fromEntries(
		Object.entries(process.env).flatMap(([name, value]) => (value !== undefined && names.test(name) ? [[name, value]] : [])),
	);
}
