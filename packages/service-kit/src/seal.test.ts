import { expect, test } from "vitest";
import { createSealer } from "./seal.ts";

const sealer = createSealer(Buffer.alloc(32, 1));

test("a sealed text opens under its key for its owner, and for nobody else", () => {
	const sealed = sealer.seal("hunter2", "shop");
	expect(sealer.open(sealed, "shop")).toBe("hunter2");
	expect(() => sealer.open(sealed, "other")).toThrow();
	expect(() => sealer.open(sealed)).toThrow();
	expect(() => createSealer(Buffer.alloc(32, 2)).open(sealed, "shop")).toThrow();
	expect(sealer.open(sealer.seal("without"))).toBe("without");
});

test("an altered text opens for nobody", () => {
	const bytes = Buffer.from(sealer.seal("hunter2", "shop"), "base64url");
	bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
	expect(() => sealer.open(bytes.toString("base64url"), "shop")).toThrow();
});
