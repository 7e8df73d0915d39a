import { expect, test } from "vitest";
import { createFiles } from "./upload.ts";

const file = { id: "f", name: "cv.txt", type: "text/plain", pieces: 2 };

test("a file is put together from its pieces, whatever comes first or twice, and given once", async () => {
	const files = createFiles();
	files.take({ file, piece: 1, data: btoa("CV") });
	expect(files.give("f")).toBeUndefined();
	files.take({ file, piece: 0, data: btoa("Ada's ") });
	files.take({ file, piece: 0, data: btoa("Ada's ") });
	const whole = files.give("f");
	expect(whole).toMatchObject({ name: "cv.txt", type: "text/plain", size: 8 });
	expect(await whole?.text()).toBe("Ada's CV");
	expect(files.give("f")).toBeUndefined();
});
