import { expect, test } from "vitest";
import { PagePicture, pictureLimits } from "./picture.ts";

/** The beginning of a JPEG: an application segment, a table, a frame header of this size. */
function jpegOf(width: number, height: number): string {
	const word = (value: number) => [value >> 8, value & 255];
	const application = [0xff, 0xe0, ...word(6), 1, 2, 3, 4];
	const table = [0xff, 0xc4, ...word(3), 9];
	const frame = [0xff, 0xc0, ...word(11), 8, ...word(height), ...word(width), 1, 1, 0x11, 0];
	return Buffer.from([0xff, 0xd8, ...application, ...table, ...frame, 0xff, 0xd9]).toString("base64");
}

test("a picture is a JPEG of at most 1,280 pixels a side, with its scale", () => {
	const picture = { jpeg: jpegOf(1_280, 720), scale: 1.5 };
	expect(PagePicture.parse(picture)).toEqual(picture);
	expect(PagePicture.parse({ problem: "hidden" })).toEqual({ problem: "hidden" });
});

test.each([
	["a side too long", jpegOf(720, 1_281)],
	["no pixels", jpegOf(0, 10)],
	["another format", Buffer.from("\u0089PNG and more bytes").toString("base64")],
	["no base64", `${jpegOf(10, 10)}%`],
	["a cut header", jpegOf(10, 10).slice(0, 16)],
	["an address", "data:image/jpeg;base64,/9j/"],
	["nothing", ""],
	["too many characters", jpegOf(10, 10).padEnd(pictureLimits.characters + 4, "A")],
])("a picture with %s is refused, and the field is named", (_, jpeg) => {
	const read = PagePicture.safeParse({ jpeg, scale: 1 });
	expect(read.success).toBe(false);
});

test.each([[0], [-1], [101], [Number.NaN]])("a scale of %d is refused", (scale) => {
	expect(PagePicture.safeParse({ jpeg: jpegOf(10, 10), scale }).success).toBe(false);
});
