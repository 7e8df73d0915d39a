/** A page text with a line of every kind. */
export const checkout = `@page 1
@url https://harbour-tea.example/checkout?session=…
@title Checkout
@epoch k3f9w2mz
@screen 1280x800, page 1 of 2.4
@focus 16
@dialog "Sign in" 31
@alert "Saved"
@tabs 7* Checkout (harbour-tea.example) | 9 Mail (mail.example)
@files "cv.pdf" "photo.png"
@changed +2 -0; 16 checked; text "Gift message"
@shown 12/12 controls

@view
<nav> <a 1 />Shop</> <a 2 /cart>Cart (2)
# Checkout
<form "Delivery" post pay.example sensitive=card>
 <input 12 "Full name" required value="Ada Lovelace">
 <select 13 "Country" value="France" options="Austria|Belgium|France*|… +24">
 <radio 14 "Standard" checked of="Speed"></> 0.00 € <radio 15 "Express" of="Speed"></> 9.00 €
 <checkbox 16 "This is a gift" checked focused>
 <input 17* "Gift message" placeholder="up to 80 letters">
 | Green tea × 2 | 14.00 € | <button 18 "Remove green tea">×
@below
 <frame 19 "Card payment" pay.example epoch=frame001>
  <input 10001 "Card number" filled>
 <button 20 submit>Pay 14.00 €
- one
 - two
… 112 more like this, ids 58-281, expand(57)
\\- 5 °C`;

/** What the grammar is made of, and what lies beside it. */
export const grammarPieces = [
	..."<>\"'|*-#@…\\/= \n".split(""),
	"</>",
	"<a 1>",
	"<a 1 ",
	'<button 2 "Save" disabled>',
	'<input 3* value="x" placeholder="y">',
	'<form "F" post pay.example/x sensitive=card,otp>',
	"<form 4 get /x>",
	'<frame 5 "Ad" ads.example unreadable epoch=abcd>',
	"<nav>",
	'<section 6 "Rest" collapsed links=40>',
	'<dialog 7 "D">',
	"<a 8 /path>",
	"<a 8 other.example/>",
	"<input 9 form=1>",
	"@view",
	"@below",
	"@page 1",
	"@url x",
	"@tabs 7* A (b) | 8 C",
	'@dialog "D" 7',
	"\n ",
	"\n  ",
	"\n\n",
	"- ",
	"| ",
	"## ",
	"… ",
	"text",
	"a b",
	"\u200b",
	"\u202e",
	"\u{e0041}",
	"\ue000",
	"\0",
	"😀",
	"2147483648",
];
