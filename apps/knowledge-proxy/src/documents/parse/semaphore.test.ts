import { expect, test } from "vitest";
import { createSemaphore } from "./semaphore.ts";

const never = new AbortController().signal;

test("callers beyond the number wait and enter in their order", async () => {
	const semaphore = createSemaphore(1);
	const entered: string[] = [];
	const enter = (name: string) =>
		semaphore.enter(never).then((leave) => {
			entered.push(name);
			return leave;
		});
	const [first, second, third] = [enter("first"), enter("second"), enter("third")];
	(await first)();
	(await second)();
	(await third)();
	expect(entered).toEqual(["first", "second", "third"]);
	expect(await enter("fourth")).toBeTypeOf("function");
});

test("who gives up leaves its place to the next", async () => {
	const semaphore = createSemaphore(1);
	const leave = await semaphore.enter(never);
	const impatient = new AbortController();
	const givenUp = semaphore.enter(impatient.signal);
	const next = semaphore.enter(never);
	impatient.abort(new Error("No time"));
	await expect(givenUp).rejects.toThrow("No time");
	await expect(semaphore.enter(impatient.signal)).rejects.toThrow("No time");
	leave();
	(await next)();
});
