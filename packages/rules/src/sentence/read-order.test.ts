import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { notationOf } from "../cases/notation.ts";
import { readOrder } from "./read-order.ts";

const now = new Date("2026-03-02T10:00:00Z");
const reads = (order: string, clauses: string) => expect(notationOf(readOrder(order, now))).toBe(clauses);

describe("what is clicked", () => {
	test.each([
		['Click "Save changes"', "click 'Save changes'"],
		['Click on the "ok" button.', "click 'ok' /button"],
		["Please could you tap the Save button?", "click Save /button"],
		["Push button ONE", "click ONE /button"],
		['Click the link labeled "Terms of service"', "click 'Terms of service' /link"],
		["Click the icon with the text 'print'", "click 'print' /image"],
		["Click the item that says “Stop”", "click 'Stop' /item"],
		["Click the 3rd link", "click /link #3"],
		["Click the second to last row", "click /row #-2"],
		["Click result number 4", "click /item #4"],
		["Click Tab #2", "click /tab #2"],
		["Click the user @ada", "click @ada"],
		["Click on the file «notes.txt»", "click 'notes.txt'"],
		['Click Remove in the row of "Blue kettle"', "click Remove of('Blue kettle')"],
		["In the row of Ada, click Edit", "click Edit of(Ada)"],
		['For the user @ada, click on the "Like" button.', "click 'Like' /button of(@ada)"],
		['Click on the "Like" button on the post by @ada', "click 'Like' /button of(@ada)"],
		['Click on the "Share" button of the first post', "click 'Share' /button of(/item #1)"],
		["Click Ada's profile", "click profile of(Ada)"],
		["Click their phone number", "click phone number of(<it>)"],
		['Click "Delete" next to "Report.pdf"', "click 'Delete' beside('Report.pdf')"],
		['Click the checkbox to the left of "Apples"', "click /checkbox beside('Apples')"],
		['Click Edit in the section "Profile"', "click Edit in('Profile')"],
		["Click the button in the dialog", "click /button in(/dialog)"],
		['Click the button below "Billing address"', "click /button below('Billing address')"],
		["In the table, click Edit in the row of Bob", "click Edit of(Bob) in(table)"],
		['Double-click the file "notes.txt"', "double click 'notes.txt'"],
		["Right click on the image", "right click /image"],
		["Click the + button twice", "click + /button; click + /button"],
		['Click "Load more" until you see "The end"', "click 'Load more' until \"The end\""],
		['Click Next until "Loading" disappears', 'click Next until gone "Loading"'],
		['Click "A", "B" and "C"', "click 'A'; click 'B'; click 'C'"],
		["Select File>Open", "click File; click Open"],
		['Expand the sections below, to find and click on the link "sed".', "expand! sections ~; click 'sed' /link"],
		["Click File > Open > Recent", "click File; click Open; click Recent"],
		["Click the trash icon to delete it", "click trash /image"],
		["Click the button to submit", "click /button"],
		["Click Save and Close", "click Save and Close"],
		["Click Not now", "click Not now"],
		["Click it", "click <it>"],
		["When you are done, press Submit", "click Submit"],
		['Switch to the tab "Details"', "click 'Details' /tab"],
		["Focus into the 3rd input textbox", "click /field #3"],
	])("%s → %s", reads);
});

describe("keys", () => {
	test.each([
		["Press Enter", "press Enter"],
		["Hit return", "press Enter"],
		["Press Ctrl+C", "press Control+C"],
		["Press Ctrl + A in the message field", "press Control+A in message /field"],
		["Press Tab twice", "press Tab x2"],
		["Press the down arrow 3 times", "press ArrowDown x3"],
		['Press the "Delete" key', "press Delete"],
		["Press Page Down", "press PageDown"],
		["Press the space bar", "press Space"],
		["Press Delete", "click Delete"],
		['Press "Enter"', "click 'Enter'"],
	])("%s → %s", reads);
});

describe("what is filled in", () => {
	test.each([
		['Enter "Ada" into the name field', 'fill name /field = "Ada"'],
		["Type hello world in the search box", 'fill search /field = "hello world"'],
		["Put 3 into the quantity field", 'fill quantity /field = "3"'],
		['Write "Dear all" in the body', 'fill body = "Dear all"'],
		["Enter «Ada» in the field „First name“", "fill 'First name' /field = \"Ada\""],
		["Type 'it's fine' in the note field", 'fill note /field = "it\'s fine"'],
		[String.raw`Enter "say \"hi\"" into the name field`, 'fill name /field = "say "hi""'],
		['Input "42" in the second text field', 'fill /field #2 = "42"'],
		['Put "x" in the box next to "Code"', "fill /field beside('Code') = \"x\""],
		['Enter "Ada" in the name field in the second row', 'fill name /field of(/row #2) = "Ada"'],
		["In the row of Ada, enter 5 into the quantity field", 'fill quantity /field of(Ada) = "5"'],
		["Enter Berlin as From and London as To", 'fill From = "Berlin" + To = "London"'],
		["Enter Tom and Jerry into the title field", 'fill title /field = "Tom and Jerry"'],
		["Enter 12 Main Street, Berlin as address", 'fill address = "12 Main Street, Berlin"'],
		['Enter "Ada" in "First name", "Lovelace" in "Last name"', "fill 'First name' = \"Ada\" + 'Last name' = \"Lovelace\""],
		['Enter the username "x" and the password "y" into the text fields', 'fill username = "x" + password /field = "y"'],
		['Enter the password "abc" into both text fields', 'fill ALL /field = "abc"'],
		["Enter username ada and password s3cret", 'fill username = "ada" + password = "s3cret"'],
		["Enter the code 1234 in the coupon field", 'fill coupon /field = "1234"'],
		["Enter DE55 1000 as the IBAN of the new recipient", 'fill IBAN of(new recipient) = "DE55 1000"'],
		['Enter my name as "Ada"', 'fill name = "Ada"'],
		["enter 12 March 2026 into the date of purchase field", 'fill date of(purchase /field) = "12 March 2026" (2026-03-12)'],
		['Type "a@x.org" into To', 'fill To = "a@x.org"'],
		['Use the textbox to enter "Jo"', 'fill /field = "Jo"'],
		['In the search box, type "tea"', 'fill search /field = "tea"'],
		['Enter merchant "Luigi" in the first line', 'fill merchant of(/row #1) = "Luigi"'],
		["In row 1 enter amount 23", 'fill amount of(/row #1) = "23"'],
		['Fill in the name field with "Ada"', 'fill name /field = "Ada"'],
		['Fill in "Ada" as the first name', 'fill first name = "Ada"'],
		["Fill in your name: Ada", 'fill name = "Ada"'],
		['Fill in the form with name "Ada" and email "a@x.org"', 'fill name = "Ada" + email = "a@x.org"'],
		[
			'Fill out the support form: name "Ada", e-mail a@x.org, phone 030 1234',
			'fill name = "Ada" + e-mail = "a@x.org" + phone = "030 1234"',
		],
		["Fill in first name Jo, last name Berger and tax ID 123", 'fill first name = "Jo" + last name = "Berger" + tax ID = "123"'],
		["Fill the email with ada@example.org and the name with Ada", 'fill email = "ada@example.org" + name = "Ada"'],
		["Set the date to 2026-03-05", 'fill date = "2026-03-05"'],
		["Set the date to tomorrow", 'fill date = "tomorrow" (2026-03-03)'],
		["Set size to L, color to red and quantity to 2", 'fill size = "L" + color = "red" + quantity = "2"'],
		[
			"Set the start date to 5 March 2026 and the end date to 12/03/2026",
			'fill start date = "5 March 2026" (2026-03-05) + end date = "12/03/2026" (2026-12-03)',
		],
		["Set the time to 3 pm", 'fill time = "3 pm" (15:00)'],
		['Set "Notifications" to off', "untick 'Notifications'"],
		["Clear the search field", "clear search /field"],
	])("%s → %s", reads);
});

describe("what is chosen and ticked", () => {
	test.each([
		["Select France as country", "choose France in country"],
		['Choose "1.5 l" as size', "choose '1.5 l' in size"],
		['Pick "Red" and "Blue"', "choose 'Red' + 'Blue'"],
		["Select apples, pears, and oranges from the fruit list", "choose apples + pears + oranges in fruit /list"],
		["Select Blue from the color dropdown", "choose Blue in color /list"],
		["Choose Express for shipping", "choose Express in shipping"],
		['Under "Shipping", choose Express', "choose Express in 'Shipping'"],
		['From the list choose "France"', "choose 'France' in /list"],
		['Select "Large" as the size and "Red" as the color', 'fill size = "Large" + color = "Red"'],
		["Choose Savings account as from account", "choose Savings account in from account"],
		["Select the second option", "choose /option #2"],
		["Select the row of Ada", "choose /row of(Ada)"],
		["Select all the checkboxes", "tick ALL /checkbox"],
		["Select 7 with the slider", 'fill /slider = "7"'],
		["Select 12/15/2016 as the date", 'fill date = "12/15/2016" (2016-12-15)'],
		["Select tomorrow as the delivery date", 'fill delivery date = "tomorrow" (2026-03-03)'],
		["Pick 5 March 2026 in the calendar", 'fill calendar = "5 March 2026" (2026-03-05)'],
		["Choose check-in 2026-12-04 and check-out 2026-12-07", 'fill check-in = "2026-12-04" + check-out = "2026-12-07"'],
		['Check "I agree"', "tick 'I agree'"],
		['Check the box "I agree to the terms and conditions"', "tick 'I agree to the terms and conditions' /checkbox"],
		["Tick terms and conditions", "tick terms + conditions | terms and conditions"],
		['Tick the boxes "A", "B" and "C"', "tick 'A' /checkbox + 'B' /checkbox + 'C' /checkbox"],
		["Check all boxes", "tick ALL /checkbox"],
		['Tick the box next to "Gift wrap"', "tick /checkbox beside('Gift wrap')"],
		["Untick the newsletter box", "untick newsletter /checkbox"],
		['Turn off "Wi-Fi"', "untick 'Wi-Fi'"],
		["Turn on notifications", "tick notifications"],
		["Switch the lamp off", "untick lamp"],
	])("%s → %s", reads);
});

describe("what is searched, opened, read", () => {
	test.each([
		['Search for "blue kettle"', 'search "blue kettle"'],
		['Search for "tea" in the search box', 'search "tea" in search /field'],
		["Search the catalogue for lamps", 'search "lamps" in catalogue'],
		['Use the search field to find "tea"', 'search "tea" in search /field'],
		["Open the first result", "open /item #1"],
		["Open the email from Bob", "open /item of(Bob)"],
		["Show me the profile of Ada", "open profile of(Ada)"],
		["Open the menu", "open /menu"],
		["Find the email by Bob", "find /item of(Bob)"],
		["Read the total", "read total"],
		["What is the price of the blue kettle?", "read price of blue kettle"],
		["How much does the kettle cost?", "read price of kettle"],
		["What is Ada's email address?", "read email address of Ada"],
		["Read the name and the price", "read name; read price"],
		['Read the price in the row of "Lamp"', "read price of 'Lamp'"],
		["How many results are there?", "count /item"],
		["Tell me how many emails there are", "count /item"],
	])("%s → %s", reads);
});

describe("verbs that name a control", () => {
	test.each([
		[
			"Add the lamp, the chair and the table to the cart",
			"add to cart! lamp -> cart; add to cart! chair -> cart; add to cart! table -> cart",
		],
		["Add it to the cart", "add to cart! <it> -> cart"],
		["Send it to Jill", 'forward! <it>; fill to /field = "Jill" !'],
		["Select nothing and click Submit", "click Submit"],
		["Forward to Jill the email you got from Bob", 'forward! /item of(Bob); fill to /field = "Jill" !'],
		["Forward that email to Jill", 'forward! <it>; fill to /field = "Jill" !'],
		["Delete rows 2 and 3", "delete! /row #3; delete! /row #2"],
		["Archive tickets 12, 15 and 19", "archive! ticket 12; archive! ticket 15; archive! ticket 19"],
		["Delete the email by Bob", "delete! /item of(Bob)"],
		["Mark the email as important", "mark as important! /item"],
		["Sort the table by name", "sort by name! table"],
		["Close the dialog", "close! /dialog"],
		["Submit the form", "submit! form"],
		["Send it", "send! <it>"],
		["Save", "save!"],
		["Log in with username ada and password x", 'fill username = "ada" + password = "x" !'],
		['Sign in as ada with password "x"', 'fill ? = "ada" + password = "x" !'],
		['Reply to them with the text "Thanks."', 'reply! <it>; fill ? = "Thanks." !'],
		['Reply to Bob saying "See you" and send it', 'reply! Bob; fill ? = "See you" !'],
		["Forward the email from Bob to Jill", 'forward! /item of(Bob); fill to /field = "Jill" !'],
		['Add the note "Called back"', 'fill note /field = "Called back" !'],
	])("%s → %s", reads);
});

describe("pages and time", () => {
	test.each([
		["Open https://example.org/a?b=1 in a new tab", "visit https://example.org/a?b=1 in a new tab"],
		['Open the file "notes.txt"', "open 'notes.txt'"],
		["Go to the next page", "turn next"],
		["Go to page 3", "turn 3"],
		["Go back to the previous page", "back"],
		["Reload the page", "reload"],
		["Scroll to the bottom", "scroll bottom"],
		['Scroll to "Contact us"', "scroll to 'Contact us'"],
		['Scroll until you see "Load more"', "scroll to 'Load more'"],
		['Wait until "Done" appears', 'wait "Done"'],
		["Wait for the spinner to disappear", 'wait gone "spinner"'],
		["Wait 3 seconds", "wait 3"],
		["Hover over the menu", "hover /menu"],
	])("%s → %s", reads);
});

describe("several", () => {
	test.each([
		["Open the cart, then go back and open the first product", "open cart; back; open /item #1"],
		["Click Help, go back to the previous page, click Save", "click Help; back; click Save"],
		["Open the cart, scroll to the bottom", "open cart; scroll bottom"],
		['Click Help, scroll to "Contact us" and click Send', "click Help; scroll to 'Contact us'; click Send"],
		["Read the total, go to page 3", "read total; turn 3"],
		[
			'Search for "blue kettle", open the first result, choose "1.5 l" as size, add it to the cart, open the cart and read the total',
			"search \"blue kettle\"; open /item #1; choose '1.5 l' in size; add to cart! <it> -> cart; open cart; read total",
		],
		['First click "A". Then click "B". Finally, press Submit.', "click 'A'; click 'B'; click Submit"],
		['Enter "Ada, Bob and Eve" into the name field, and then press Submit', 'fill name /field = "Ada, Bob and Eve"; click Submit'],
		['Type "a" in the first field, "b" in the second field and press Enter', 'fill /field #1 = "a" + /field #2 = "b"; press Enter'],
		['Find the email by Gleda and reply to them with the text "Nisl."', 'find /item of(Gleda); reply! <it>; fill ? = "Nisl." !'],
		[
			'Use the textbox to enter "Jo" and press "Search", then find and click the 6th search result.',
			"fill /field = \"Jo\"; click 'Search'; click /item #6",
		],
		["I would like you to open the settings, turn off notifications and save.", "open settings; untick notifications; save!"],
		[
			"Log in with username ada and password x, open Orders and read the last order number",
			'fill username = "ada" + password = "x" !; open Orders; read order number #-1',
		],
		[
			'Fill in the support form: name "Ada", topic "Delivery", choose "Phone", tick "Urgent", date 2026-03-05, message "hello, and bye" and send it',
			'fill name = "Ada" + topic = "Delivery"; choose \'Phone\'; tick \'Urgent\'; fill date = "2026-03-05" + message = "hello, and bye"; send! <it>',
		],
		["Delete the first and the third customer", "delete! customer #3; delete! customer #1"],
		["Click Del in the row of Chair, oak", "click Del of(Chair, oak)"],
		["What does the Wool rug cost?", "read price of Wool rug"],
		['Enter "Ada" into the From field and "Bob" into the To field', 'fill From /field = "Ada" + To /field = "Bob"'],
		["Duplicate EC-42", "duplicate! EC-42"],
	])("%s → %s", reads);
});

describe("what is not fully understood is unknown, and says which words", () => {
	test.each([
		["Click all links except the first", "except"],
		["Click Save unless it is grey", "unless"],
		["If there is a popup, close it. Then click Start", "If"],
		["Do not send the form", "not"],
		["Click Yes. Don't click No.", "Don't"],
		["Never press delete", "Never"],
		["Save without sending", "without"],
		['Click "Sign in", not "Sign up"', "not"],
		["Only save the draft", "Only"],
		['Choose "A" or "B"', "or"],
		["Click the cheapest product", "cheapest"],
		["Open the newest message", "newest"],
		["Which claim was rejected?", "Which"],
		["Select nothing", "no order"],
		["Undo it and click Save but keep the draft", "but"],
		["Summarise the page", "Summarise the page"],
		["Compare the two offers", "Compare the two offers"],
		["Check that the total is 5", "Check that the total is 5"],
		["Tell me what Ada wants", "Tell me what Ada wants"],
		["Answer Ada that it is late", "Answer Ada that it is late"],
		["Reply to Ada that I am late", "Reply to Ada that I am late"],
		["Open the cart and make it look nicer", "make it look nicer"],
		["Click Refresh, then flambé it", "flambé it"],
		["Open the third email and tell me what Ada wants", "tell me what Ada wants"],
		['Drag "A" to "B"', "Drag"],
		["Copy the code and paste it into the field", "Copy the code"],
		["Type it into the text field", "Type it into the text field"],
		["Type the price of the kettle into the box", "Type the price of the kettle into the box"],
		['Enter the value of "Color" into the text field', "Color"],
		["Enter Ada's phone number into the box", "Ada's phone number"],
		["Enter code 1234 as voucher", "Enter code 1234 as voucher"],
		["Enter The Beatles 1 as title", "The Beatles 1"],
		['Enter "a", "b" and "c" into the fields', "into the fields"],
		["Choose Train as category and 18 as amount in the second row", "in the second row"],
		["Set the ship to address to Berlin", "ship to address"],
		["Choose a size", "Choose a size"],
		["Change the language", "Change the language"],
		["Fill in the form", "Fill in the form"],
		["Log in with my password", "my password"],
		["Search for Ada in the contact book", "in the contact book"],
		['Click the button between "A" and "B"', "between"],
		['Click the link "Help" quickly', "quickly"],
		["Order one of each item", "one of each"],
		['Tick "Urgent", date 2026-03-05', "date 2026-03-05"],
		["Click Add to cart for the watering can and the garden hose", "the garden hose"],
		["Increase the quantity by 2", "by 2"],
		["Send the report to Jill", "to Jill"],
		["Go back to Ada", "Go back to Ada"],
		["Click Save 100 times", "100 times"],
		["Wait for it", "Wait for it"],
		['Enter "Ada into the name field', "never closed"],
		["Klicke auf Speichern", "Klicke auf Speichern"],
		["", "no order"],
		["?!", "no order"],
	])("%s (%s)", (order, words) => {
		const reasons = readOrder(order, now).flatMap(({ intent }) => (intent.kind === "unknown" ? [intent.reason] : []));
		expect(reasons.join(" ")).toContain(words);
	});
});

test.each([
	"set a to b ",
	"go to page 3 ",
	"press Enter ",
	"press Enter, ",
	"and ",
	", ",
	"-",
	'"',
	"“ „",
	"'a ",
	"in the row of ",
	"please ",
])("an order of more than 40 parts, or of one endless part, is unknown: %s", (unit) => {
	const clauses = readOrder(unit.repeat(10_000 / unit.length), now);
	expect(clauses.map(({ intent }) => intent.kind)).toEqual(["unknown"]);
});

test("any text gives 1 to 40 clauses, whose texts stand in it unless one clause asks for several things", () => {
	const words = "click enter add the in to of and , . then \" ' Ada 12 all first field > = as with row until it".split(" ");
	const order = fc.oneof(
		fc.string({ maxLength: 40 }),
		fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((parts) => parts.join(" ")),
	);
	fc.assert(
		fc.property(order, (text) => {
			const clauses = readOrder(text, now);
			return clauses.length >= 1 && clauses.length <= 40 && (clauses.length > 1 || text.includes(clauses[0]?.text ?? "\0"));
		}),
		{ numRuns: 60 },
	);
});

test("clauses keep the words of the order; each of several things has its own", () => {
	const texts = readOrder('Please archive tickets 12 and 15, then search for "blue kettle".', now).map(({ text }) => text);
	expect(texts).toEqual(["archive ticket 12", "archive ticket 15", 'search for "blue kettle"']);
});
