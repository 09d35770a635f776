"""The files of deploy/ as far as they can be checked without a container engine, a cluster or a running systemd.

Every command line and every variable in them is given to the program itself, so none names an option that it lacks. Two
linters come with the packages that `make test` fetches: hadolint reads the container file, kubernetes-validate holds
each manifest against the schema of Kubernetes. Those that happen to be there (docker-compose, kubectl, systemd-analyze,
haproxy) are asked too. None of these files is run here.
"""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml

from adjudicator.service.config import PREFIX, Configuration, configuration
from adjudicator_cli.main import COMMANDS
from adjudicator_views.__main__ import DOOR
from adjudicator_views.__main__ import arguments as of_the_views
from tests.architecture.sources import ROOT, text

DEPLOY = ROOT / "deploy"
KUBERNETES = DEPLOY / "kubernetes"
UNITS = ("adjudicator@.service", "adjudicator-backup.service")
GRACE = Configuration().grace_seconds
Container = tuple[list[str], dict[str, str]]
"""What a container or a unit runs, and its variables."""


def checked(command: Sequence[str], environment: Mapping[str, str]) -> argparse.Namespace:
    """What the program makes of a command line and its variables; fails as the program would."""
    words = [each.rsplit("/", 1)[-1] if number == 0 else each for number, each in enumerate(command)]
    if words[:3] == ["python", "-m", "adjudicator_views"]:
        views = of_the_views().parse_args(words[3:])
        options = {name: value for name in (*DOOR, "listen") if (value := getattr(views, name)) is not None}
        configuration(options, environment)
        return views
    program, name, *given = words
    assert "adjudicate" == program
    place, _ = COMMANDS[name]
    parser = argparse.ArgumentParser()
    getattr(import_module(f"adjudicator_cli.{place}"), f"{name}_arguments")(parser)
    found = parser.parse_args(given)
    if name == "serve":
        options = {option: value for option, value in vars(found).items() if value is not None}
        configuration(options, environment)
    else:
        assert {each for each in environment if each.startswith(PREFIX)} <= {f"{PREFIX}STORE"}
    return found


# --- the image and compose -----------------------------------------------------------------------


def image() -> dict[str, Any]:
    """The last stage of the container file: its instructions, the JSON ones read."""
    *_, last = re.split(r"^FROM ", text("deploy/Containerfile"), flags=re.MULTILINE)
    found: dict[str, Any] = {}
    for word, rest in re.findall(r"^([A-Z]+) (.*)$", last, re.MULTILINE):
        found[word] = yaml.safe_load(rest) if rest.startswith("[") else rest
    return found


def test_the_image() -> None:
    """Two stages; it runs as nobody in particular, asks for its own health, and starts with options that exist."""
    stages = re.findall(r"^FROM (\S+)", text("deploy/Containerfile"), re.MULTILINE)
    assert 2 == len(stages)
    assert all(re.search(r":\d", each) for each in stages)
    found = image()
    assert "10001" == found["USER"]
    checked([*found["ENTRYPOINT"], *found["CMD"]], {})
    health = found["HEALTHCHECK"]
    assert not vars(checked(yaml.safe_load(health[health.index("[") :]), {}))["alive"]
    for source in re.findall(r"^COPY (?!--from)(.*) \S+$", text("deploy/Containerfile"), re.MULTILINE):
        assert all((ROOT / each).exists() for each in source.split())
    extras = set(re.findall(r"--extra (\w+)", text("deploy/Containerfile")))
    assert all(re.search(rf"^{each} = ", text("pyproject.toml"), re.MULTILINE) for each in extras)


def linter(name: str) -> Path:
    """A linter of the group `large`, beside the interpreter; skips where there is none for the platform."""
    found = Path(sys.prefix) / "bin" / name
    if not found.exists():
        pytest.skip(f"{name} is not installed")
    return found


def asked(*command: str | Path, cwd: Path = DEPLOY) -> str:
    """What a linter says that has nothing to say against it; fails with its words otherwise."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout


def test_hadolint_takes_the_container_file() -> None:
    """No remark but on what is left out on purpose, beside the line."""
    assert "" == asked(linter("hadolint"), "Containerfile")


def compose() -> dict[str, Any]:
    """The services of compose."""
    found: dict[str, Any] = yaml.safe_load(text("deploy/compose.yaml"))["services"]
    return found


def in_compose() -> Iterator[tuple[str, Container, dict[str, Any]]]:
    """Our own services of compose: what each runs."""
    for name, service in compose().items():
        if service["image"] == "adjudicator":
            entry = service.get("entrypoint", image()["ENTRYPOINT"])
            yield name, ([*entry, *service.get("command", ())], service["environment"]), service


def test_compose_runs_what_exists() -> None:
    """Every service of ours has options and variables that exist, and a check of its health unless it ends."""
    for name, container, service in in_compose():
        checked(*container)
        if name == "migrate":
            continue
        assert float(service["stop_grace_period"].removesuffix("s")) > GRACE
        checked(service["healthcheck"]["test"][1:], {})


def test_compose_gives_away_nothing() -> None:
    """Images are of a version, roots are read-only, and ports are this machine's."""
    for name, service in compose().items():
        assert service["image"] == "adjudicator" or re.search(r":\d", service["image"])
        assert "privileged" not in service
        if name != "database":
            assert service["read_only"]
            assert ["ALL"] == service["cap_drop"]
        for port in service.get("ports", ()):
            assert port.startswith("127.0.0.1:")


def test_the_router_of_compose_knows_its_processes() -> None:
    """The variables of the router's file are those that compose sets, and name services on their port."""
    router = compose()["router"]["environment"]
    assert set(router) == set(re.findall(r"presetenv (\w+)", text("deploy/haproxy.cfg")))
    ports = {name: yaml.safe_load(str(container[0]))[-3:] for name, container, _ in in_compose()}
    for name in ("ONE", "TWO"):
        host, _, port = router[name].partition(":")
        assert f"0.0.0.0:{port}" in ports[host]


# Its program is in no package that the lock could name; the fields that we use are compared with the rest above.
@pytest.mark.skipif(not shutil.which("docker-compose"), reason="docker-compose is not on this machine")
def test_compose_knows_every_field(monkeypatch: pytest.MonkeyPatch) -> None:
    """The schema of compose, as its own program has it."""
    monkeypatch.setenv("DATABASE_PASSWORD", "secret")
    asked("docker-compose", "-f", "compose.yaml", "config", "--quiet")


# --- Kubernetes ----------------------------------------------------------------------------------


def manifests() -> list[dict[str, Any]]:
    """Every object of the manifests."""
    names = yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text())["resources"]
    return [each for name in names for each in yaml.safe_load_all((KUBERNETES / name).read_text())]


def of_kind(kind: str) -> dict[str, dict[str, Any]]:
    """The objects of a kind by their names."""
    return {each["metadata"]["name"]: each["spec"] for each in manifests() if each["kind"] == kind}


def pods() -> Iterator[tuple[str, dict[str, Any], dict[str, str]]]:
    """The pods that the manifests make: name, specification, labels."""
    for kind in ("StatefulSet", "Deployment"):
        for name, spec in of_kind(kind).items():
            yield name, spec["template"]["spec"], spec["template"]["metadata"]["labels"]
    for name, spec in of_kind("CronJob").items():
        template = spec["jobTemplate"]["spec"]["template"]
        yield name, template["spec"], template["metadata"]["labels"]


def test_kubernetes_knows_every_field() -> None:
    """Each object holds against the schema of its kind, in an old and in a new version, and no field is made up."""
    files = [KUBERNETES / name for name in yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text())["resources"]]
    for version in ("1.30", "1.37"):
        told = asked(linter("kubernetes-validate"), "--strict", "--kubernetes-version", version, *files)
        assert len(manifests()) == told.count(" passed ")


def test_kubernetes_runs_what_exists() -> None:
    """Every container of ours has options and variables that exist; pods get no variables that look like ours."""
    ours = 0
    for _, pod, _ in pods():
        assert pod["enableServiceLinks"] is False
        for container in (*pod.get("initContainers", ()), *pod["containers"]):
            if container["image"] != "adjudicator":
                assert re.search(r":\d", container["image"])
                continue
            variables = {each["name"]: "postgresql://a@b/c" for each in container.get("env", ())}
            checked([*container["command"], *container.get("args", ())], variables)
            ours += 1
    assert 3 == ours


def test_kubernetes_gives_away_nothing() -> None:
    """Pods run as nobody in particular, with a read-only root and no rights."""
    for _, pod, _ in pods():
        assert pod["securityContext"]["runAsNonRoot"]
        assert not pod["automountServiceAccountToken"]
        for container in (*pod.get("initContainers", ()), *pod["containers"]):
            security = container["securityContext"]
            assert security["readOnlyRootFilesystem"]
            assert not security["allowPrivilegeEscalation"]
            assert ["ALL"] == security["capabilities"]["drop"]


def test_kubernetes_finds_its_pods() -> None:
    """Services, disruption budgets and network policies select pods that there are; probes ask where it listens."""
    labels = [found for _, _, found in pods()]
    selectors = [spec["selector"] for spec in of_kind("Service").values()]
    selectors += [spec["selector"]["matchLabels"] for spec in of_kind("PodDisruptionBudget").values()]
    selectors += [spec["podSelector"]["matchLabels"] for spec in of_kind("NetworkPolicy").values()]
    assert 6 == len(selectors)
    for selector in selectors:
        assert any(selector.items() <= each.items() for each in labels)
    assert {"adjudicator", "adjudicator-router"} == set(of_kind("PodDisruptionBudget"))
    pod = of_kind("StatefulSet")["adjudicator"]["template"]["spec"]
    assert pod["terminationGracePeriodSeconds"] > GRACE
    (container,) = pod["containers"]
    options = vars(checked([*container["command"], *container["args"]], {}))
    listen = int(options["listen"].rsplit(":", 1)[1])
    assert {listen, int(options["metrics"].rsplit(":", 1)[1])} == {each["containerPort"] for each in container["ports"]}
    probes = [container[each]["grpc"] for each in ("startupProbe", "readinessProbe", "livenessProbe")]
    assert [(listen, "alive"), (listen, ""), (listen, "alive")] == [(e["port"], e.get("service", "")) for e in probes]


def test_the_router_of_kubernetes_knows_every_process() -> None:
    """One server a replica, by the name that the headless service gives it."""
    service = of_kind("StatefulSet")["adjudicator"]
    found = re.findall(r"^ +server (\S+) (\S+)$", (KUBERNETES / "haproxy.cfg").read_text(), re.MULTILINE)
    names = [f"adjudicator-{number}" for number in range(service["replicas"])]
    assert [(name, f"{name}.{service['serviceName']}:50051") for name in names] == found
    assert of_kind("Service")[service["serviceName"]]["clusterIP"] == "None"


def test_secrets_are_described() -> None:
    """Every secret that the manifests use is made by a line of the instructions, and no manifest has one in it."""
    used = set(re.findall(r"(?:secretName: |secretKeyRef:\s+name: )(\S+)", "".join(
        each.read_text() for each in sorted(KUBERNETES.glob("*.yaml"))
    )))  # fmt: skip
    described = re.findall(r"create secret \w+ (\S+)", (KUBERNETES / "kustomization.yaml").read_text())
    assert used == set(described)
    assert {} == of_kind("Secret")


# --- systemd -------------------------------------------------------------------------------------


def unit(name: str) -> dict[str, list[str]]:
    """The lines of a unit: each name with its values."""
    found: dict[str, list[str]] = {}
    for line in text(f"deploy/{name}").splitlines():
        if "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


def test_units_run_what_exists() -> None:
    """The service and the backup, with options and variables that exist, as one user."""
    service, backup = (unit(each) for each in UNITS)
    variables = dict(each.split("=", 1) for each in service["Environment"])
    options = checked(shlex.split(service["ExecStart"][0].replace("%i", "50051")), variables)
    assert float(options.grace_seconds) < float(service["TimeoutStopSec"][0])
    shell, *_ = backup["ExecStart"]
    inner = shlex.split(shlex.split(shell)[-1].replace("$$", "$").removeprefix("exec "))
    checked(inner, dict(each.split("=", 1) for each in backup["Environment"]))
    assert service["User"] == backup["User"]
    assert service["Environment"] == backup["Environment"]
    assert int(service["LimitNOFILE"][0]) > Configuration().max_connections


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not on this machine")
def test_units_are_hardened(tmp_path: Path) -> None:
    """Systemd finds nothing to say about the units, and little that they could still do."""
    for name in (*UNITS, "adjudicator-backup.timer"):
        content = re.sub(r"/opt/adjudicator/\S+/adjudicate", "/bin/true", text(f"deploy/{name}"))
        (tmp_path / name.replace("@", "@50051")).write_text(content)
    for file in sorted(tmp_path.iterdir()):
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", file], capture_output=True, text=True, check=False
        )
        assert (0, "") == (done.returncode, done.stderr)
        if file.suffix == ".service":
            subprocess.run(
                ["systemd-analyze", "security", "--offline=true", "--threshold=20", file],
                capture_output=True,
                check=True,
            )


@pytest.mark.skipif(not shutil.which("kubectl"), reason="kubectl is not on this machine")
def test_kustomize_builds() -> None:
    """Every object comes out in the namespace, with the image of the registry."""
    built = subprocess.run(["kubectl", "kustomize", KUBERNETES], capture_output=True, text=True, check=True).stdout
    found = list(yaml.safe_load_all(built))
    assert len(manifests()) + 1 == len(found)
    assert {"adjudicator"} == {each["metadata"]["namespace"] for each in found}
    assert "image: adjudicator\n" not in built


@pytest.mark.skipif(not shutil.which("haproxy"), reason="haproxy is not on this machine")
def test_haproxy_takes_its_file() -> None:
    """The router's own check."""
    subprocess.run(["haproxy", "-c", "-f", DEPLOY / "haproxy.cfg"], capture_output=True, check=True)
