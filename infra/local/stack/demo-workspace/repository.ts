import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

const price = `/** Writes cents as euros: 1999 becomes "19.99 €". */
export function formatPrice(cents) {
	if (!Number.isInteger(cents)) throw new TypeError("cents must be a whole number");
	return \`\${(cents / 100).toFixed(2)} €\`;
}
`;
const priceTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { formatPrice } from "../src/price.js";

test("cents are written as euros", () => {
	assert.equal(formatPrice(1999), "19.99 €");
	assert.equal(formatPrice(0), "0.00 €");
});

test("a price that is no whole number is refused", () => {
	assert.throws(() => formatPrice(0.5), TypeError);
});
`;
const cart = `import { formatPrice } from "./price.js";

/** The total of a cart; each item has a price in cents and a quantity. */
export function totalOf(items) {
	const cents = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
	return formatPrice(cents);
}
`;
const cartTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { totalOf } from "../src/cart.js";

test("the total counts each item as often as it is in the cart", () => {
	assert.equal(totalOf([{ price: 1999, quantity: 2 }, { price: 500, quantity: 1 }]), "44.98 €");
});

test("an empty cart costs nothing", () => {
	assert.equal(totalOf([]), "0.00 €");
});
`;
const readme = `# Cart

A cart with prices in cents. \`npm test\` runs the tests; they need no package.

- \`src/price.js\` writes prices
- \`src/cart.js\` adds up a cart
`;
const manifest = `${JSON.stringify({ name: "cart", version: "1.0.0", private: true, type: "module", scripts: { test: "node --test" } }, null, "\t")}\n`;

/** A small package in three commits. */
const commits: readonly { readonly message: string; readonly files: Readonly<Record<string, string>> }[] = [
	{
		message: "Write prices",
		files: { "package.json": manifest, ".gitignore": "node_modules/\n", "src/price.js": price, "test/price.test.js": priceTest },
	},
	{ message: "Add up a cart", files: { "src/cart.js": cart, "test/cart.test.js": cartTest } },
	{ message: "Describe the package", files: { "README.md": readme } },
];

/**
 * Writes the demo package into an empty folder, and its commits with git.
 *
 * @param git undefined writes the files alone
 */
export async function writeRepository(folder: string, git: string | undefined): Promise<void> {
	const run = async (...args: readonly string[]) => {
		if (git !== undefined) await execute(git, args, { cwd: folder, env: gitEnvironment, timeout: 20_000 });
	};
	await run("init", "--quiet", "--initial-branch=main", "--template=");
	for (const { message, files } of commits) {
		for (const [path, text] of Object.entries(files)) {
			mkdirSync(dirname(join(folder, path)), { recursive: true });
			writeFileSync(join(folder, path), text);
		}
		await run("add", "--all");
		await run("commit", "--quiet", `--message=${message}`);
	}
}

const author = { name: "Webhand", email: "demo@webhand.local" };

/** Nothing of the settings of whoever starts the stack. */
const gitEnvironment = {
	PATH: "/usr/bin:/bin",
	GIT_CONFIG_NOSYSTEM: "1",
	GIT_CONFIG_GLOBAL: "/dev/null",
	GIT_AUTHOR_NAME: author.name,
	GIT_AUTHOR_EMAIL: author.email,
	GIT_COMMITTER_NAME: author.name,
	GIT_COMMITTER_EMAIL: author.email,
};
