import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { expect, test } from "vitest";
import { callExample, givenFields, readSample, sampledValue } from "./sample.ts";

const amount: RoutineInput = { name: "amount", label: "Amount", type: "number" };
const sample = JSON.stringify({ order: { id: "INV-7", lines: [{ amount: 12.5 }], word: "many" } });
const at = (path: string, input = amount) => sampledValue(input, { sample, fields: { [input.name]: path } });

test("a sample shows what an input would get, and what is wrong with it", () => {
	expect(at("order.lines.0.amount")).toEqual({ value: "12.5" });
	expect(at("order.word")).toMatchObject({ value: "many", problem: expect.stringContaining("not a number") });
	expect(at("order.lines")).toMatchObject({ problem: expect.stringContaining("must be") });
	expect(at("order.none")).toEqual({ isMissing: true, problem: "" });
	expect(at("order.none", { ...amount, isOptional: true })).toEqual({ isMissing: true });
	expect(at("  ")).toBeNull();
	expect(sampledValue(amount, { sample: "{", fields: { amount: "a" } })).toBeNull();
	expect([readSample("[1]"), readSample("null"), readSample("{}")]).toEqual([null, null, {}]);
	expect(givenFields({ a: " order.id ", b: " " })).toEqual({ a: "order.id" });
});

test("the example signs as the server checks it, whatever the body holds", () => {
	const key = Buffer.from("0123456789abcdef0123456789abcdef");
	const body = JSON.stringify({ note: 'it\'s $HOME `x` "q"' });
	const text = callExample({ url: "https://webhand.example/call", secret: `whsec_${key.toString("base64")}`, sample: body });
	const shown = `${text.slice(0, text.indexOf("\ncurl"))}\nprintf '%s\\n' "$id" "$at" "$sign" "$body"`;
	const [id, time, signature, sent] = execFileSync("bash", ["-c", shown]).toString().split("\n");
	expect(sent).toBe(body);
	expect(signature).toBe(createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64"));
});
