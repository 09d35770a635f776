import { mount } from "svelte";

import App from "./App.svelte";
import "./frame/page.css";
import { keepPage } from "./service/keeping";

const target = document.getElementById("app");
if (target) mount(App, { target });
addEventListener("load", () => void keepPage());
