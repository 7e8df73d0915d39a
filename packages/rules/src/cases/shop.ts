import type { Action } from "@webhand/contracts/action/grammar";
import type { PageView } from "@webhand/page/parse/view";
import type { Outcome } from "./play.ts";
import { pageOf } from "./play.ts";

const header = (count: number) => `<a 1 />Hearthside</>
<form "" /search>
 <search 2 "Search products" placeholder="Kettle, lamp, blanket …"> <button 3 submit>Search</>
<nav "Shop"> <a 4 /orders>Orders</> <a 5 /support>Support</> <a 6 /sign-in>Sign in</> <a 7 /cart>Cart (${count})</>`;

const card = (id: number, name: string, price: string) => ` -
  ## <a ${id} /products/${name.toLowerCase().replaceAll(" ", "-")}>${name}</>
  ★ 4.5 · 12 reviews
  from ${price} €`;

/** A small shop as page texts: what each action leads to. Everything it knows is in its fields, so a task can be checked at its end. */
export class Shop {
	size = "";
	inCart = 0;
	sent: Record<string, string> | undefined;
	#form: Record<string, string> = {};
	#place: "home" | "results" | "product" | "cart" | "support" | "sign-in" | "account" = "home";

	constructor(place: Shop["place"] = "home") {
		this.#place = place;
	}

	get place(): "home" | "results" | "product" | "cart" | "support" | "sign-in" | "account" {
		return this.#place;
	}

	page(): PageView {
		switch (this.#place) {
			case "home":
				return pageOf(`${header(this.inCart)}
<main>
 # Warm things for home
 240 everyday objects
 ## Shop by kind
 - <a 20 /search>Kettles</>
 - <a 21 /search>Lamps</>
 ## Popular now
${card(22, "Green mug", "9.00")}
${card(23, "Blue kettle", "39.00")}`);
			case "results":
				return pageOf(
					`${header(this.inCart)}
<main>
 # Results for “blue kettle”
 3 products, best match first
${card(30, "Blue kettle", "39.00")}
${card(31, "Red kettle", "29.00")}
${card(32, "Blue mug", "12.00")}
 <nav "Pages"> Page 1 of 1`,
					{ url: "https://shop.example/search?q=blue+kettle" },
				);
			case "product":
				return pageOf(
					`${header(this.inCart)}
<main>
 # Blue kettle
 ★ 4.5 · 12 reviews
 from 39.00 €
 <form "" post>
  Size
  <select 40 "Size" required value="${this.size || "Choose a size"}" options="Choose a size|1 l${this.size === "1 l" ? "*" : ""}|1.5 l${this.size === "1.5 l" ? "*" : ""}|2 l">
  <button 41 submit>Add to cart</>
 ## Good to know
 - At your door in two to four days
 - Thirty days to send it back`,
					{ url: "https://shop.example/products/blue-kettle" },
				);
			case "cart":
				return pageOf(
					`${header(this.inCart)}
<main>
 # Your cart
 | Product | Price | Quantity | Sum
 <a 50 /products/blue-kettle>Blue kettle</>
 1.5 l
 41.90 €
 <form "" post>
  <number 51 "Quantity of Blue kettle, 1.5 l" min="0" max="99" value="1"> <button 52 submit>Update</>
 <button 53 "Remove Blue kettle, 1.5 l">Remove</>
 41.90 €
 Total: 41.90 €
 <a 54 /checkout>Go to checkout</>`,
					{ url: "https://shop.example/cart" },
				);
			case "support":
				return pageOf(this.#support(), { url: "https://shop.example/support" });
			case "sign-in":
				return pageOf(
					`${header(this.inCart)}
<main>
 # Sign in
 <form "Sign in" post sensitive=password>
  Email
  <email 70 "Email" required${this.#shown(70)}>
  Password
  <password 71 "Password" required${this.#form[71] === undefined ? "" : " filled"}>
  <button 72 submit>Sign in</>`,
					{ url: "https://shop.example/sign-in" },
				);
			case "account":
				return pageOf(`${header(this.inCart)}\n<main>\n Welcome back, Ada.`, { url: "https://shop.example/account" });
		}
	}

	act(action: Action): Outcome {
		const before = JSON.stringify([this.#place, this.#form, this.size, this.inCart]);
		this.#follow(action);
		const isSame = before === JSON.stringify([this.#place, this.#form, this.size, this.inCart]);
		return { page: this.page(), verdict: isSame ? "failure" : "success" };
	}

	#follow(action: Action): void {
		if (action.name === "setValue") {
			this.#form[action.id] = action.text;
			if (action.id === 2 && action.submit) this.#place = "results";
		}
		if (action.name === "select") {
			if (action.id === 40) this.size = action.options[0] ?? "";
			this.#form[action.id] = action.options[0] ?? "";
		}
		if (action.name !== "click") return;
		const places: Readonly<Record<number, Shop["place"]>> = {
			1: "home",
			5: "support",
			6: "sign-in",
			7: "cart",
			22: "product",
			23: "product",
			30: "product",
		};
		const next = places[action.id];
		if (next !== undefined) this.#place = next;
		if (action.id === 41 && this.size !== "") this.inCart += 1;
		if (action.id === 64 || action.id === 65) this.#form[action.id] = "on";
		if (action.id === 68) {
			this.sent = this.#form;
			this.#place = "home";
		}
		if (action.id === 72 && this.#form[70] !== undefined && this.#form[71] !== undefined) this.#place = "account";
	}

	#shown(id: number): string {
		return this.#form[id] === undefined ? "" : ` value="${this.#form[id]}"`;
	}

	#support(): string {
		const topics = ["Delivery", "Return", "Repair"].map((topic) => `${topic}${this.#form[62] === topic ? "*" : ""}`).join("|");
		return `${header(this.inCart)}
<main>
 # How can we help?
 <form "Support request" post>
  Your name
  <input 60 "Your name" required${this.#shown(60)}>
  Email
  <email 61 "Email" required${this.#shown(61)}>
  Topic
  <select 62 "Topic" required options="Please choose|${topics}">
  Date of purchase
  <date 63 "Date of purchase"${this.#shown(63)}>
  <fieldset "Reply by"> <radio 64 "Email" of="Reply by"> Email <radio 65 "Phone"${this.#form[65] === undefined ? "" : " checked"} of="Reply by"> Phone
  Message
  <textarea 66 "Message"${this.#shown(66)}>
  <checkbox 67 "Urgent"${this.#form[67] === "true" ? " checked" : ""}> Urgent
  <button 68 submit>Send message</>`;
	}
}
