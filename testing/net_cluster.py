"""A Slurm cluster whose nodes are hosts on a switch: what ranks on two nodes say to each other crosses a link."""

from testing.hosts_on_a_switch import SWITCH, HostsOnASwitch
from testing.slurm_cluster import SlurmCluster


class NetCluster(SlurmCluster):
    """slurmctld and the commands of users run on the switch, each slurmd on a host of its own; see `hosts`."""

    def __init__(self, nodes=2, cpus=2):
        super().__init__(nodes=nodes, cpus=cpus)
        self.hosts = HostsOnASwitch(self.node_names)

    def start(self):
        """As HostsOnASwitch.start where something goes wrong."""
        self.hosts.start()
        super().start()

    def stop(self):
        try:
            super().stop()
        finally:
            self.hosts.stop()

    def client(self, words):
        return self.hosts.enter(SWITCH) + words

    def host(self, daemon):
        name = daemon if daemon in self.node_names else SWITCH
        return name, self.hosts.addresses[name]

    def on_host(self, daemon, words):
        return self.hosts.enter(self.host(daemon)[0]) + words
